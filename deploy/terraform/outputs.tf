output "database_host" {
  description = "For DATABASE_URL of each Secret, with ?sslmode=verify-full&sslrootcert=…"
  value       = aws_db_instance.database.address
}

output "owners_password" {
  description = "The secret of AWS Secrets Manager that has the password of the owner, for ROLE=migrate."
  value       = aws_db_instance.database.master_user_secret[0].secret_arn
}

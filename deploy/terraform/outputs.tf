output "database_host" {
  description = "The database's host, for DATABASE_URL in each Secret. Append ?sslmode=verify-full&sslrootcert=…"
  value       = aws_db_instance.database.address
}

output "owners_password" {
  description = "ARN of the secret in AWS Secrets Manager with the password of the tables' owner, for ROLE=migrate."
  value       = aws_db_instance.database.master_user_secret[0].secret_arn
}

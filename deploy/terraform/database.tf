resource "aws_security_group" "database" {
  name_prefix = "slipway-database-"
  description = "PostgreSQL of Slipway, for pods of its cluster alone"
  vpc_id      = var.vpc_id

  ingress {
    description = "PostgreSQL from the pods"
    from_port   = 5432
    to_port     = 5432
    protocol    = "tcp"
    cidr_blocks = var.pod_subnet_cidrs
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_db_subnet_group" "database" {
  name_prefix = "slipway-"
  subnet_ids  = var.database_subnet_ids
}

resource "aws_kms_key" "database" {
  description         = "Slipway: the database, its backups and its owner's password"
  enable_key_rotation = true
}

resource "aws_db_parameter_group" "database" {
  name_prefix = "slipway-"
  family      = "postgres18"

  parameter {
    name  = "rds.force_ssl"
    value = "1"
  }

  # Slipway confirms an order to its buyer, or sends bytes to a chain, after the commit. The commit must be durable by then.
  parameter {
    name  = "synchronous_commit"
    value = "on"
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_db_instance" "database" {
  identifier_prefix = "slipway-"

  engine               = "postgres"
  engine_version       = "18"
  instance_class       = var.database_class
  parameter_group_name = aws_db_parameter_group.database.name

  db_name = "slipway"
  # Owns the tables; only ROLE=migrate logs in as this role. AWS creates and stores its password, so that Terraform's state does
  # not contain it.
  username                      = "slipway"
  manage_master_user_password   = true
  master_user_secret_kms_key_id = aws_kms_key.database.arn

  allocated_storage     = 50
  max_allocated_storage = 500
  storage_type          = "gp3"
  storage_encrypted     = true
  kms_key_id            = aws_kms_key.database.arn

  multi_az               = true
  db_subnet_group_name   = aws_db_subnet_group.database.name
  vpc_security_group_ids = [aws_security_group.database.id]
  publicly_accessible    = false

  backup_retention_period  = 35
  delete_automated_backups = false
  copy_tags_to_snapshot    = true

  # Choose a new major version explicitly: docs/high-availability.md names the tested ones.
  allow_major_version_upgrade = false
  auto_minor_version_upgrade  = true

  deletion_protection       = true
  skip_final_snapshot       = false
  final_snapshot_identifier = "slipway-final"

  lifecycle {
    prevent_destroy = true
  }
}

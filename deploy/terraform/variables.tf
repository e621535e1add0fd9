variable "region" {
  description = "Where the database stands; the cluster's region."
  type        = string
}

variable "kubeconfig" {
  description = "The file that leads to the cluster."
  type        = string
  default     = "~/.kube/config"
}

variable "kube_context" {
  description = "Which cluster of that file."
  type        = string
}

variable "vpc_id" {
  description = "The network of the cluster."
  type        = string
}

variable "database_subnet_ids" {
  description = "Private subnets in two zones or more, without a way to the internet."
  type        = list(string)

  validation {
    condition     = length(var.database_subnet_ids) >= 2
    error_message = "A standby needs a subnet in another zone."
  }
}

variable "pod_subnet_cidrs" {
  description = "Addresses of the cluster's pods: they alone reach the database."
  type        = list(string)
}

variable "database_subnet_cidrs" {
  description = "Addresses of database_subnet_ids, for the chart's network policies."
  type        = list(string)
}

variable "database_class" {
  description = "The machine of the database. docs/scaling.md has the cost of an order."
  type        = string
  default     = "db.m7g.large"
}

variable "namespace" {
  description = "Where Slipway is installed. Its Secrets are there before (docs/installing.md)."
  type        = string
  default     = "slipway"
}

variable "values_file" {
  description = "Your values of the chart; deploy/helm/slipway/examples/production.yaml is an example."
  type        = string
}

variable "image_digest" {
  description = "The image that runs, by its digest."
  type        = string

  validation {
    condition     = can(regex("^sha256:[0-9a-f]{64}$", var.image_digest))
    error_message = "A digest is written sha256: and 64 hexadecimal digits."
  }
}

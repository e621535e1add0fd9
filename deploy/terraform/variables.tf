variable "region" {
  description = "The AWS region of the cluster, in which the database is created."
  type        = string
}

variable "kubeconfig" {
  description = "The kubeconfig file with the cluster."
  type        = string
  default     = "~/.kube/config"
}

variable "kube_context" {
  description = "The context of the cluster in that file."
  type        = string
}

variable "vpc_id" {
  description = "The VPC of the cluster."
  type        = string
}

variable "database_subnet_ids" {
  description = "Private subnets in at least two zones, without a route to the internet."
  type        = list(string)

  validation {
    condition     = length(var.database_subnet_ids) >= 2
    error_message = "A standby needs a subnet in another zone."
  }
}

variable "pod_subnet_cidrs" {
  description = "Address ranges of the cluster's pods. Only these addresses can reach the database."
  type        = list(string)
}

variable "database_subnet_cidrs" {
  description = "Address ranges of database_subnet_ids, for the chart's network policies."
  type        = list(string)
}

variable "database_class" {
  description = "The instance class of the database. docs/scaling.md lists the resources that an order uses."
  type        = string
  default     = "db.m7g.large"
}

variable "namespace" {
  description = "The namespace in which Slipway is installed. Create its Secrets there first (docs/kubernetes.md)."
  type        = string
  default     = "slipway"
}

variable "values_file" {
  description = "The file with your values of the chart, such as deploy/helm/slipway/examples/production.yaml."
  type        = string
}

variable "image_digest" {
  description = "The digest of the image that runs."
  type        = string

  validation {
    condition     = can(regex("^sha256:[0-9a-f]{64}$", var.image_digest))
    error_message = "Write the digest as sha256: and 64 hexadecimal digits."
  }
}

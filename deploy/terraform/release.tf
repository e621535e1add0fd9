# Contains no secrets, because Terraform stores all values of a resource in its state.
resource "helm_release" "slipway" {
  name      = "slipway"
  namespace = var.namespace
  chart     = "${path.module}/../helm/slipway"

  # The migrate hook may take 30 minutes.
  timeout = 2400
  wait    = true

  values = [
    file(var.values_file),
    yamlencode({
      image = {
        digest = var.image_digest
      }
      networkPolicy = {
        database = {
          peers = [for cidr in var.database_subnet_cidrs : { ipBlock = { cidr = cidr } }]
          port  = aws_db_instance.database.port
        }
      }
    }),
  ]
}

//go:build xk6_output_influxdb

package main

// Grafana's output for InfluxDB 2, for users who want every sample. The image's build adds its module.
import _ "github.com/grafana/xk6-output-influxdb"

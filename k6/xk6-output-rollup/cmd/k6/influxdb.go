//go:build xk6_output_influxdb

package main

// Grafana's output for InfluxDB 2, for those who want every sample; the image's build adds its module.
import _ "github.com/grafana/xk6-output-influxdb"

// Package rollup is a k6 output that aggregates samples inside k6. InfluxDB gets one point per metric, tag set and second; a file for
// later analysis gets one HdrHistogram interval per request name, outcome and second. README.md describes fields and settings.
package rollup

// Package rollup is a k6 output that adds samples up inside k6: one point per metric, tag set and second for InfluxDB, and
// one HdrHistogram interval per request name, outcome and second for arithmetic. README.md describes fields and settings.
package rollup

package rollup

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"go.k6.io/k6/v2/metrics"
)

var (
	measurementEscaper = strings.NewReplacer(",", `\,`, " ", `\ `, "\n", `\ `, "\r", `\ `)
	tagEscaper         = strings.NewReplacer(",", `\,`, "=", `\=`, " ", `\ `, "\n", `\ `, "\r", `\ `)
)

// linePrefix returns measurement and tags in InfluxDB's line protocol, tags sorted by name. Empty tags are left out,
// because the protocol cannot express them.
func linePrefix(measurement string, tags map[string]string) string {
	names := make([]string, 0, len(tags))
	for name := range tags {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString(measurementEscaper.Replace(measurement))
	for _, name := range names {
		key, value := escapeTag(name), escapeTag(tags[name])
		if key == "" || value == "" {
			continue
		}
		b.WriteString("," + key + "=" + value)
	}
	return b.String()
}

// escapeTag escapes a tag's key or value. A backslash at the end is cut off: it would escape the delimiter after it, and the protocol
// has no escape for it.
func escapeTag(text string) string {
	return tagEscaper.Replace(strings.TrimRight(text, `\`))
}

// line returns the cell as a line of InfluxDB's line protocol with time in seconds, without a line end; nil if it has no
// finite value.
func (c *cell) line() []byte {
	fields := fieldWriter{line: append([]byte(c.series.prefix), ' ')}
	start := len(fields.line)
	switch c.series.kind {
	case metrics.Counter:
		fields.float("value", c.sum)
	case metrics.Gauge:
		fields.float("value", c.last)
	case metrics.Rate:
		fields.float("value", float64(c.nonZero)/float64(c.count))
		fields.integer("count", c.count)
	case metrics.Trend:
		fields.integer("count", c.count)
		fields.float("mean", c.sum/float64(c.count))
		fields.float("min", c.min)
		fields.float("max", c.max)
		for i, percentile := range trendPercentiles {
			fields.float("p"+strconv.Itoa(int(percentile)), c.percentiles[i])
		}
	}
	if len(fields.line) == start {
		return nil
	}
	line := append(fields.line[:len(fields.line)-1], ' ')
	return strconv.AppendInt(line, c.second, 10)
}

type fieldWriter struct {
	line []byte
}

func (f *fieldWriter) integer(name string, value int64) {
	f.line = append(f.line, name+"="...)
	f.line = strconv.AppendInt(f.line, value, 10)
	f.line = append(f.line, 'i', ',')
}

// float leaves out infinity and NaN: InfluxDB cannot store them and would reject the whole line.
func (f *fieldWriter) float(name string, value float64) {
	if math.IsInf(value, 0) || math.IsNaN(value) {
		return
	}
	f.line = append(f.line, name+"="...)
	f.line = strconv.AppendFloat(f.line, value, 'g', -1, 64)
	f.line = append(f.line, ',')
}

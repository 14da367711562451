package rollup

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/sirupsen/logrus"
)

// A Report describes how the output itself did in a run. It is written as JSON to the file K6_ROLLUP_REPORT.
type Report struct {
	Samples        int64   `json:"samples"`        // received from k6
	Seconds        int     `json:"seconds"`        // of the clock that have samples
	LateSamples    int64   `json:"lateSamples"`    // arrived after their second had been written
	PointsWritten  int64   `json:"pointsWritten"`  // accepted by InfluxDB; a rewritten point counts each time
	PointsDropped  int64   `json:"pointsDropped"`  // never accepted
	WriteErrors    int64   `json:"writeErrors"`    // requests to InfluxDB that failed
	LastError      string  `json:"lastError"`      // the last failure; empty if there is none
	LongestWriteMs float64 `json:"longestWriteMs"` // the longest request to InfluxDB
	HlogIntervals  int64   `json:"hlogIntervals"`  // lines of the interval log
	HlogError      string  `json:"hlogError"`      // why the interval log is incomplete; empty if it is complete

	UserSeconds []UserSecond `json:"userSeconds"` // for each second of the clock, the users' time in iterations and requests
}

// log writes one line: a warning if InfluxDB did not accept everything, otherwise a debug message.
func (r Report) log(logger logrus.FieldLogger) {
	fields := logger.WithFields(logrus.Fields{
		"samples":       r.Samples,
		"lateSamples":   r.LateSamples,
		"pointsWritten": r.PointsWritten,
		"hlogIntervals": r.HlogIntervals,
		"longestWrite":  time.Duration(r.LongestWriteMs * float64(time.Millisecond)).Round(time.Millisecond),
	})
	if r.WriteErrors == 0 && r.PointsDropped == 0 {
		fields.Debug("All points written to InfluxDB")
		return
	}
	fields.WithFields(logrus.Fields{
		"pointsDropped": r.PointsDropped,
		"writeErrors":   r.WriteErrors,
		"lastError":     r.LastError,
	}).Warn("InfluxDB did not accept every write")
}

func (r Report) save(path string) error {
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, append(content, '\n'), 0o644); err != nil {
		return fmt.Errorf("K6_ROLLUP_REPORT: %w", err)
	}
	return nil
}

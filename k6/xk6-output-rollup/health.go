package rollup

import (
	"strconv"
	"syscall"
	"time"
)

// healthMeasurement is the measurement of the points that describe the state of the output and of its process.
const healthMeasurement = "rollup"

// healthLine returns the state at the end of a second as a line of line protocol. All fields are sums since the start, so that
// a lost point loses no information.
func healthLine(tags map[string]string, second, late int64, sent sent) []byte {
	fields := fieldWriter{line: append([]byte(linePrefix(healthMeasurement, tags)), ' ')}
	fields.float("cpuSeconds", processCPU().Seconds())
	fields.integer("lateSamples", late)
	fields.integer("pointsDropped", sent.dropped)
	fields.integer("pointsWritten", sent.written)
	fields.integer("writeErrors", sent.writeErrors)
	line := append(fields.line[:len(fields.line)-1], ' ')
	return strconv.AppendInt(line, second, 10)
}

// processCPU returns the CPU time of the whole k6 process so far; zero if the system does not report it.
func processCPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

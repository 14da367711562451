package rollup

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"time"
)

// noInfluxDB is the address that switches InfluxDB off, so that only the interval log is written.
const noInfluxDB = "none"

// Config holds the settings of the output. DefaultConfig has the defaults, which are those of k6's own influxdb output.
type Config struct {
	Addr         string // base URL of InfluxDB, or noInfluxDB
	DB           string
	Username     string
	Password     string
	Retention    string // retention policy; empty for the database's default
	Consistency  string // write consistency; empty for the server's default
	Proxy        string // URL of a proxy; empty for none
	Insecure     bool   // accept any TLS certificate
	PushInterval time.Duration
	TagsAsFields []string // tags with a value of their own for nearly every sample; left out of the points

	Hlog        string // file for the HdrHistogram interval log; empty for none
	Report      string // file for the output's own account of the run, as JSON; empty for none
	QueuePoints int    // most points that wait for InfluxDB; the oldest are dropped beyond
	StopTimeout time.Duration
}

// DefaultConfig returns the settings that hold where nothing else is said.
func DefaultConfig() Config {
	return Config{
		Addr:         "http://localhost:8086",
		DB:           "k6",
		PushInterval: time.Second,
		TagsAsFields: []string{"vu", "iter", "url"},
		QueuePoints:  20_000,
		StopTimeout:  5 * time.Second,
	}
}

// A setting is one value of Config under the names it has in JSON and in URL queries, and in the environment.
type setting struct {
	name  string
	env   string
	apply func(config *Config, value string) error
}

var settings = []setting{
	{"addr", "K6_INFLUXDB_ADDR", (*Config).applyAddress},
	{"db", "K6_INFLUXDB_DB", text(func(c *Config) *string { return &c.DB })},
	{"username", "K6_INFLUXDB_USERNAME", text(func(c *Config) *string { return &c.Username })},
	{"password", "K6_INFLUXDB_PASSWORD", text(func(c *Config) *string { return &c.Password })},
	{"retention", "K6_INFLUXDB_RETENTION", text(func(c *Config) *string { return &c.Retention })},
	{"consistency", "K6_INFLUXDB_CONSISTENCY", text(func(c *Config) *string { return &c.Consistency })},
	{"proxy", "K6_INFLUXDB_PROXY", text(func(c *Config) *string { return &c.Proxy })},
	{"insecure", "K6_INFLUXDB_INSECURE", applyInsecure},
	{"pushInterval", "K6_INFLUXDB_PUSH_INTERVAL", duration(func(c *Config) *time.Duration { return &c.PushInterval })},
	{"tagsAsFields", "K6_INFLUXDB_TAGS_AS_FIELDS", applyTagsAsFields},
	{"concurrentWrites", "K6_INFLUXDB_CONCURRENT_WRITES", withoutEffect},
	{"payloadSize", "K6_INFLUXDB_PAYLOAD_SIZE", withoutEffect},
	{"precision", "K6_INFLUXDB_PRECISION", withoutEffect},
	{"hlog", "K6_ROLLUP_HLOG", text(func(c *Config) *string { return &c.Hlog })},
	{"report", "K6_ROLLUP_REPORT", text(func(c *Config) *string { return &c.Report })},
	{"queuePoints", "K6_ROLLUP_QUEUE_POINTS", applyQueuePoints},
	{"stopTimeout", "K6_ROLLUP_STOP_TIMEOUT", duration(func(c *Config) *time.Duration { return &c.StopTimeout })},
}

// ReadConfig merges the defaults with k6's JSON configuration, the environment and the argument of `--out rollup=…`; later
// ones win. Its errors are one line that names the setting and what it accepts.
func ReadConfig(rawJSON json.RawMessage, env map[string]string, argument string) (Config, error) {
	config := DefaultConfig()
	if err := config.applyJSON(rawJSON); err != nil {
		return config, err
	}
	for _, s := range settings {
		if value, ok := env[s.env]; ok {
			if err := s.apply(&config, value); err != nil {
				return config, fmt.Errorf("%s: %w", s.env, err)
			}
		}
	}
	if argument != "" {
		if err := config.applyURL(argument); err != nil {
			return config, err
		}
	}
	if config.DB == "" && config.Addr != noInfluxDB {
		return config, errors.New("K6_INFLUXDB_DB is empty; it names the database to write to")
	}
	return config, nil
}

func (c *Config) applyJSON(raw json.RawMessage) error {
	if len(raw) == 0 {
		return nil
	}
	var values map[string]any
	if err := json.Unmarshal(raw, &values); err != nil {
		return fmt.Errorf("configuration of the rollup output: %w", err)
	}
	for name, value := range values {
		if err := c.apply(name, jsonText(value)); err != nil {
			return fmt.Errorf("configuration of the rollup output: %w", err)
		}
	}
	return nil
}

func jsonText(value any) string {
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	parts := make([]string, len(list))
	for i, part := range list {
		parts[i] = fmt.Sprint(part)
	}
	return strings.Join(parts, ",")
}

// applyURL takes `http://user:password@host:port/database?setting=value`, of which every part may be missing, or noInfluxDB.
func (c *Config) applyURL(argument string) error {
	if err := c.applyAddress(argument); err != nil {
		return fmt.Errorf("argument of --out rollup: %w", err)
	}
	_, query, _ := strings.Cut(argument, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return fmt.Errorf("argument of --out rollup: %w", err)
	}
	for name, value := range values {
		if err := c.apply(name, strings.Join(value, ",")); err != nil {
			return fmt.Errorf("argument of --out rollup: %w", err)
		}
	}
	return nil
}

func (c *Config) apply(name, value string) error {
	names := make([]string, 0, len(settings))
	for _, s := range settings {
		if s.name == name {
			if err := s.apply(c, value); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return nil
		}
		names = append(names, s.name)
	}
	sort.Strings(names)
	return fmt.Errorf("unknown setting %q; allowed: %s", name, strings.Join(names, ", "))
}

func (c *Config) applyAddress(value string) error {
	if value == noInfluxDB {
		c.Addr = noInfluxDB
		return nil
	}
	// The URL is not repeated in the error: it may hold a password.
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return fmt.Errorf("not an address of InfluxDB; accepted: http://host:port/database, https://…, or %s", noInfluxDB)
	}
	c.Addr = u.Scheme + "://" + u.Host
	if db := strings.Trim(u.Path, "/"); db != "" {
		c.DB = db
	}
	if u.User != nil {
		c.Username = u.User.Username()
		c.Password, _ = u.User.Password()
	}
	return nil
}

func text(field func(*Config) *string) func(*Config, string) error {
	return func(config *Config, value string) error {
		*field(config) = value
		return nil
	}
}

func duration(field func(*Config) *time.Duration) func(*Config, string) error {
	return func(config *Config, value string) error {
		parsed, err := time.ParseDuration(value)
		if err != nil || parsed <= 0 {
			return fmt.Errorf("%q is not a duration above zero such as 1s or 500ms", value)
		}
		*field(config) = parsed
		return nil
	}
}

func applyInsecure(config *Config, value string) error {
	parsed, err := strconv.ParseBool(value)
	if err != nil {
		return fmt.Errorf("%q is neither true nor false", value)
	}
	config.Insecure = parsed
	return nil
}

// applyTagsAsFields takes names as k6's own output does, `tag` or `tag:type`. A point here stands for many samples, so there
// is no single value that a field could have: the tags are left out.
func applyTagsAsFields(config *Config, value string) error {
	config.TagsAsFields = nil
	for _, part := range strings.Split(value, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(part), ":")
		if name != "" {
			config.TagsAsFields = append(config.TagsAsFields, name)
		}
	}
	return nil
}

func applyQueuePoints(config *Config, value string) error {
	parsed, err := strconv.Atoi(value)
	if err != nil || parsed < 1 {
		return fmt.Errorf("%q is not a number of points of at least 1", value)
	}
	config.QueuePoints = parsed
	return nil
}

// withoutEffect accepts settings of k6's own output that adding up makes pointless, so that one environment serves both:
// there is little to write, it goes over HTTP one batch after the other to keep rewritten points in order, and its
// precision is the second.
func withoutEffect(*Config, string) error {
	return nil
}

package rollup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// noInfluxDB is the address that switches InfluxDB off, so that only the interval log is written.
const noInfluxDB = "none"

// Config holds the settings of the output. Tag `json` is a setting's name in JSON and in the query of the argument, `env` its environment
// variable. Within one source they are applied in this order.
type Config struct {
	Addr         string        `json:"addr" env:"K6_INFLUXDB_ADDR"` // base URL of InfluxDB, or noInfluxDB
	DB           string        `json:"db" env:"K6_INFLUXDB_DB"`
	Username     string        `json:"username" env:"K6_INFLUXDB_USERNAME"`
	Password     string        `json:"password" env:"K6_INFLUXDB_PASSWORD"`
	Retention    string        `json:"retention" env:"K6_INFLUXDB_RETENTION"`        // retention policy; empty for the database's default
	Consistency  string        `json:"consistency" env:"K6_INFLUXDB_CONSISTENCY"`    // write consistency; empty for the server's default
	Proxy        string        `json:"proxy" env:"K6_INFLUXDB_PROXY"`                // URL of a proxy; empty for none
	Insecure     bool          `json:"insecure" env:"K6_INFLUXDB_INSECURE"`          // accept any TLS certificate
	PushInterval time.Duration `json:"pushInterval" env:"K6_INFLUXDB_PUSH_INTERVAL"` // between two writes
	TagsAsFields []string      `json:"tagsAsFields" env:"K6_INFLUXDB_TAGS_AS_FIELDS"`

	Instance    string        `json:"instance" env:"K6_ROLLUP_INSTANCE"`        // tag `instance`, if several k6 write at the same time
	Hlog        string        `json:"hlog" env:"K6_ROLLUP_HLOG"`                // file for the HdrHistogram interval log; empty for none
	Report      string        `json:"report" env:"K6_ROLLUP_REPORT"`            // file for the output's report on itself, as JSON; empty for none
	QueuePoints int           `json:"queuePoints" env:"K6_ROLLUP_QUEUE_POINTS"` // maximum of points that wait for InfluxDB
	StopTimeout time.Duration `json:"stopTimeout" env:"K6_ROLLUP_STOP_TIMEOUT"` // longest wait for InfluxDB at the end

	ConcurrentWrites ignored `json:"concurrentWrites" env:"K6_INFLUXDB_CONCURRENT_WRITES"`
	PayloadSize      ignored `json:"payloadSize" env:"K6_INFLUXDB_PAYLOAD_SIZE"`
	Precision        ignored `json:"precision" env:"K6_INFLUXDB_PRECISION"`
}

// An ignored setting of k6's own output is accepted, so that one environment serves both outputs. It has no use here: there is little to
// write, batches go out one after the other to keep rewritten points in order, and the precision is one second.
type ignored struct{}

// DefaultConfig returns the defaults. Those of the InfluxDB settings are the defaults of k6's own influxdb output.
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

// ReadConfig merges the defaults with k6's JSON configuration, the environment and the argument of `--out rollup=…`; later sources win. Its
// errors are one line that names the setting and what it accepts.
func ReadConfig(rawJSON json.RawMessage, env map[string]string, argument string) (Config, error) {
	config := DefaultConfig()
	if err := config.applyJSON(rawJSON); err != nil {
		return config, fmt.Errorf("configuration of the rollup output: %w", err)
	}
	if err := config.apply("env", func(name string) (string, bool) { value, ok := env[name]; return value, ok }); err != nil {
		return config, err
	}
	if err := config.applyArgument(argument); err != nil {
		return config, fmt.Errorf("argument of --out rollup: %w", err)
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
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber() // float64 would turn 20000000 into 2e+07
	var values map[string]any
	if err := decoder.Decode(&values); err != nil {
		return err
	}
	texts := make(url.Values, len(values))
	for name, value := range values {
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		texts[name] = nil
		for _, part := range list {
			texts.Add(name, fmt.Sprint(part))
		}
	}
	return c.applyNamed(texts)
}

// applyArgument takes `http://user:password@host:port/database?setting=value`, in which everything after the port is optional, or noInfluxDB.
func (c *Config) applyArgument(argument string) error {
	if argument == "" {
		return nil
	}
	if err := c.setAddr(argument); err != nil {
		return err
	}
	_, query, _ := strings.Cut(argument, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return err
	}
	return c.applyNamed(values)
}

// applyNamed applies values by the names of the `json` tags. An unknown name is an error.
func (c *Config) applyNamed(values url.Values) error {
	var names []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
		names = append(names, field.Tag.Get("json"))
	}
	slices.Sort(names)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("unknown setting %q; allowed: %s", name, strings.Join(names, ", "))
		}
	}
	return c.apply("json", func(name string) (string, bool) { return strings.Join(values[name], ","), values.Has(name) })
}

// apply sets every field for which the lookup by its tag finds a value.
func (c *Config) apply(tag string, lookup func(name string) (string, bool)) error {
	config := reflect.ValueOf(c).Elem()
	for i := range config.NumField() {
		name := config.Type().Field(i).Tag.Get(tag)
		if value, ok := lookup(name); ok {
			if err := c.set(config.Field(i).Addr().Interface(), value); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// set parses a value into one of the fields.
func (c *Config) set(field any, value string) error {
	switch field := field.(type) {
	case *string:
		if field == &c.Addr {
			return c.setAddr(value)
		}
		*field = value
	case *bool:
		parsed, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", value)
		}
		*field = parsed
	case *int:
		parsed, err := strconv.Atoi(value)
		if err != nil || parsed < 1 {
			return fmt.Errorf("%q is not a number of points of at least 1", value)
		}
		*field = parsed
	case *time.Duration:
		parsed, err := time.ParseDuration(value)
		if err != nil || parsed <= 0 {
			return fmt.Errorf("%q is not a duration above zero such as 1s or 500ms", value)
		}
		*field = parsed
	case *[]string:
		*field = tagNames(value)
	}
	return nil
}

func (c *Config) setAddr(value string) error {
	if value == noInfluxDB {
		c.Addr = noInfluxDB
		return nil
	}
	// The error does not repeat the URL, because it may contain a password.
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

// tagNames reads a list as k6's own output does, `tag` or `tag:type`. The types have no use here: these tags are left out, because a point
// stands for many samples and there is no single value that a field could have.
func tagNames(list string) []string {
	var names []string
	for part := range strings.SplitSeq(list, ",") {
		if name, _, _ := strings.Cut(strings.TrimSpace(part), ":"); name != "" {
			names = append(names, name)
		}
	}
	return names
}

package stackbench.shared;

import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import stackbench.contract.Json;

/**
 * The same JSON reader on every target.
 */
@Configuration(proxyBeanMethods = false)
public class JsonConfiguration {

	@Bean
	JsonMapperBuilderCustomizer strictJson() {
		return Json::strict;
	}

}

package stackbench.shared;

import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import stackbench.contract.Json;

/**
 * Makes every target read JSON in the same way.
 */
@Configuration(proxyBeanMethods = false)
public class JsonConfiguration {

	@Bean
	JsonMapperBuilderCustomizer strictJson() {
		return Json::strict;
	}

}

package stackbench.jpa;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Members and places through JPA. Spring Boot finds the entities and repositories of this
 * package.
 */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage(basePackageClasses = JpaConfiguration.class)
@Import({ JpaMembers.class, JpaPlaces.class })
public class JpaConfiguration {

}

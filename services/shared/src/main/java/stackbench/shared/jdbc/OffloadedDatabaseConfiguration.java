package stackbench.shared.jdbc;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The endpoints with SQL of a WebFlux target whose driver blocks. Needs the beans
 * {@link stackbench.shared.Members} and {@link stackbench.shared.Places}.
 */
@Configuration(proxyBeanMethods = false)
@Import({ AggregateController.class, JdbcScheduler.class, MemberController.class, PlaceController.class })
public class OffloadedDatabaseConfiguration {

}

package stackbench.servlet;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The endpoints with SQL, for drivers that block. Needs the beans
 * {@link stackbench.shared.Members} and {@link stackbench.shared.Places}.
 */
@Configuration(proxyBeanMethods = false)
@Import({ AggregateController.class, MemberController.class, PlaceController.class })
public class BlockingDatabaseConfiguration {

}

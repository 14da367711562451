package stackbench.quarkus;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * The body of <code>POST /members</code>.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record NewMember(String name, int age, long teamId) {
}

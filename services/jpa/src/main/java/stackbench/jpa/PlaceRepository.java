package stackbench.jpa;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The places taken.
 */
interface PlaceRepository extends JpaRepository<PlaceEntity, Long> {

}

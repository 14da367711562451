package stackbench.jpa;

import java.util.Optional;

import jakarta.persistence.LockModeType;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;

/**
 * Events, each locked until the transaction ends.
 */
interface EventRepository extends JpaRepository<EventEntity, Long> {

	@Override
	@Lock(LockModeType.PESSIMISTIC_WRITE)
	Optional<EventEntity> findById(Long id);

}

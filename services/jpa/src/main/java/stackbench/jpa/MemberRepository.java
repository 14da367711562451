package stackbench.jpa;

import java.util.Optional;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

import stackbench.contract.Sql;

/**
 * Members. Reads need no transaction: Spring Data's default would send five more commands
 * with every SELECT. <code>save</code> keeps its transaction, because JPA inserts within
 * one only.
 */
interface MemberRepository extends JpaRepository<MemberEntity, Long> {

	@Override
	@Transactional(propagation = Propagation.SUPPORTS)
	Optional<MemberEntity> findById(Long id);

	@Query(value = Sql.SELECT_SLOWLY, nativeQuery = true)
	@Transactional(propagation = Propagation.SUPPORTS)
	MemberEntity drawSlowly();

}

import { LazyGround } from '../../charts/lazy-ground.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import styles from './first-steps.module.css'
import { OpenExample } from './open-example.tsx'
import { texts } from './texts.ts'

const { firstSteps: words } = texts

interface FirstStepsProps {
  /** Features of this server. A step whose feature is missing is left out. */
  media: boolean
  members: boolean
  example: boolean
}

/** First steps for a person who has no project yet. */
export function FirstSteps({ media, members, example }: FirstStepsProps) {
  return (
    <div className={styles.ground}>
      <LazyGround seed="first steps" />
      <ol className={styles.steps}>
        <li className={styles.step}>
          <h2>{words.create.title}</h2>
          <p>{words.create.about}</p>
          <LinkButton to="/projects/new" variant="primary" icon={<PlusIcon aria-hidden />}>
            {words.create.action}
          </LinkButton>
        </li>
        {media && (
          <li className={styles.step}>
            <h2>{words.images.title}</h2>
            <p>{words.images.about}</p>
          </li>
        )}
        {members && (
          <li className={styles.step}>
            <h2>{words.team.title}</h2>
            <p>{words.team.about}</p>
          </li>
        )}
        {media && (
          <li className={styles.step}>
            <h2>{words.annotate.title}</h2>
            <p>{words.annotate.about}</p>
          </li>
        )}
      </ol>
      {example && (
        <div className={styles.example}>
          <p>{words.example}</p>
          <OpenExample />
        </div>
      )}
    </div>
  )
}

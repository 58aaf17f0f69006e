import { IsobathGround } from '../../charts/isobath-ground.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import styles from './first-steps.module.css'
import { OpenExample } from './open-example.tsx'

interface FirstStepsProps {
  /** Whether this server takes media and members; steps that it does not offer are left out. */
  media: boolean
  members: boolean
  example: boolean
}

/** What to do first, for someone without a project. */
export function FirstSteps({ media, members, example }: FirstStepsProps) {
  return (
    <div className={styles.ground}>
      <IsobathGround seed="first steps" />
      <ol className={styles.steps}>
        <li className={styles.step}>
          <h2>Make a project</h2>
          <p>A project holds one survey or study: its pictures, its people, and what you find. A title is enough to begin.</p>
          <LinkButton to="/projects/new" variant="primary" icon={<PlusIcon aria-hidden />}>
            New project
          </LinkButton>
        </li>
        {media && (
          <li className={styles.step}>
            <h2>Add photographs</h2>
            <p>Drop them into the project’s Overview. Time, position and camera are read from the files; a table attaches the rest.</p>
          </li>
        )}
        {members && (
          <li className={styles.step}>
            <h2>Bring your team</h2>
            <p>Add people by e-mail address in the project’s Settings, as owner, editor or viewer.</p>
          </li>
        )}
        {media && (
          <li className={styles.step}>
            <h2>Mark what you see</h2>
            <p>Open a photograph in Annotate, draw round what lives there, and name it now or later.</p>
          </li>
        )}
      </ol>
      {example && (
        <div className={styles.example}>
          <p>Or look around first, in a small project of drawn frames with labels, marks, sites and results. One click deletes it.</p>
          <OpenExample />
        </div>
      )}
    </div>
  )
}

import { lazy, Suspense, useState } from 'react'
import type { Opportunity } from '../../../shared/contracts/opportunities.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import styles from './page.module.css'
import { texts } from './texts.ts'

const { fit: words } = texts

const ProfileDialog = lazy(() => import('./profile/profile-dialog.tsx').then(module => ({ default: module.ProfileDialog })))

/** Panel that shows how well an open opportunity fits the person, with the reasons. */
export function FitPanel({ opportunity: { fit, isOpen } }: { opportunity: Opportunity }) {
  const [isEditing, setEditing] = useState(false)
  if (!isOpen) return null
  return (
    <Section title={words.title}>
      <div className={styles.stack}>
        {fit ? (
          <>
            <p>
              <b>{words[fit.verdict]}</b>
              {fit.score !== null && <span className={styles.quiet}> {words.score(fit.score)}</span>}
            </p>
            {fit.obstacle && <p>{fit.obstacle}</p>}
            {fit.reasons.length > 0 && (
              <ul className={styles.reasons}>
                {fit.reasons.map(reason => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
            <p className={styles.quiet}>{words.about}</p>
          </>
        ) : (
          <p className={styles.quiet}>{words.unknown}</p>
        )}
        <Button size="small" onClick={() => setEditing(true)}>
          {words.edit}
        </Button>
      </div>
      {isEditing && (
        <Suspense fallback={null}>
          <ProfileDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { UnansweredClocks } from '../../../../shared/contracts/camera-clocks.ts'
import { Button } from '../../../ui/button.tsx'
import { InfoIcon } from '../../../ui/icons.tsx'
import styles from './clocks.module.css'
import { unansweredClocks } from './queries.ts'
import { texts } from './texts.ts'

const ClockDialog = lazy(() => import('./clock-dialog.tsx').then(module => ({ default: module.ClockDialog })))

/** Note about cameras whose files have no time zone, with a button to set their clocks. Renders nothing if there are none. */
export function ClockNote({ projectId }: { projectId: string }) {
  const { data } = useQuery(unansweredClocks(projectId))
  const [isOpen, setOpen] = useState(false)
  if (!data || (data.imageCount === 0 && !isOpen)) return null
  return (
    <>
      {data.imageCount > 0 && (
        <section className={styles.note} aria-labelledby="clock-note">
          <InfoIcon aria-hidden />
          <div>
            <h3 id="clock-note">{texts.withoutZone(data.imageCount)}</h3>
            <p>{consequence(data)}</p>
          </div>
          <Button variant="primary" onClick={() => setOpen(true)}>
            {texts.note.set}
          </Button>
        </section>
      )}
      {isOpen && (
        <Suspense>
          <ClockDialog projectId={projectId} clocks={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function consequence({ imageCount, assumedCount }: UnansweredClocks): string {
  const without = imageCount - assumedCount
  const parts = [
    without > 0 && texts.note.noTime(without, assumedCount === 0),
    assumedCount > 0 && texts.note.assumed(assumedCount, without === 0)
  ]
  return parts.filter(Boolean).join(' ')
}

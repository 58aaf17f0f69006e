import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { UnansweredClocks } from '../../../../shared/contracts/camera-clocks.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { InfoIcon } from '../../../ui/icons.tsx'
import styles from './clocks.module.css'
import { unansweredClocks } from './queries.ts'

const ClockDialog = lazy(() => import('./clock-dialog.tsx').then(module => ({ default: module.ClockDialog })))

/** Note about cameras whose files have no time zone, with a button to set their clocks. Empty while there are none. */
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
            <h3 id="clock-note">{sentence(data)}</h3>
            <p>{consequence(data)}</p>
          </div>
          <Button variant="primary" onClick={() => setOpen(true)}>
            Set the clock
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

export const sentence = ({ imageCount }: Pick<UnansweredClocks, 'imageCount'>) =>
  `${formatCount(imageCount, 'image has', 'images have')} a camera time without a time zone.`

function consequence({ imageCount, assumedCount }: UnansweredClocks): string {
  const without = imageCount - assumedCount
  const all = (one: string, many: string) => (imageCount === 1 ? `It ${one}` : `They ${many}`)
  const parts = [
    without > 0 && `${assumedCount > 0 ? formatCount(without, 'image has', 'images have') : all('has', 'have')} no time in UTC yet.`,
    assumedCount > 0 &&
      `${without > 0 ? formatCount(assumedCount, 'image keeps', 'images keep') : all('keeps', 'keep')} a time that was assumed to be UTC.`
  ]
  return parts.filter(Boolean).join(' ')
}

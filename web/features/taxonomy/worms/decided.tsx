import type { NameCheck } from '../../../../shared/contracts/worms.ts'
import { Button } from '../../../ui/button.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { Touched } from '../touched.tsx'
import styles from './findings.module.css'
import { usedNames } from './name-edit.ts'
import { texts } from './texts.tsx'

const { decided: words } = texts

interface DecidedProps {
  projectId: string
  /** Names corrected in this dialog, each with the label's new name. */
  used: readonly { check: NameCheck; newName: string }[]
  /** Names left unchanged, now or earlier. */
  left: readonly NameCheck[]
  onReconsider: (check: NameCheck) => void
}

/** Lists of the decided names: those corrected, with their annotations, and those left unchanged. */
export function Decided({ projectId, used, left, onReconsider }: DecidedProps) {
  return (
    <>
      {used.length > 0 && (
        <details className={styles.decided}>
          <summary>{words.used(used.length)}</summary>
          <ul>
            {used.map(({ check: { labelId, name, annotationCount, imageCount }, newName }) => (
              <li key={labelId}>
                <span>
                  <b>{name}</b> {words.usedAs(name, newName)}{' '}
                  {annotationCount > 0 && (
                    <small>
                      <Touched projectId={projectId} labelId={labelId} annotationCount={annotationCount} imageCount={imageCount} />
                    </small>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {left.length > 0 && (
        <details className={styles.decided}>
          <summary>{words.left(left.length)}</summary>
          <ul>
            {left.slice(0, mostShown).map(check => (
              <li key={check.labelId}>
                <span>
                  <b>{check.name}</b> {proposalOf(check)} <small>{check.left ? <Earlier left={check.left} /> : words.leftNow}</small>
                </span>
                <Button size="small" variant="quiet" onClick={() => onReconsider(check)}>
                  {words.reconsider}
                  <VisuallyHidden> {check.name}</VisuallyHidden>
                </Button>
              </li>
            ))}
          </ul>
          {left.length > mostShown && <p className={styles.rest}>{words.first(mostShown)}</p>}
        </details>
      )}
    </>
  )
}

const mostShown = 100

function Earlier({ left: { by, at } }: { left: NonNullable<NameCheck['left']> }) {
  return (
    <>
      {words.leftBy(by)} <Timestamp time={at} show="day" />
    </>
  )
}

function proposalOf({ kind, candidates }: NameCheck): string {
  if (candidates.length === 0) return words.notInWorms
  const names = usedNames(candidates).map(({ used }) => used.name)
  return kind === 'identify' ? words.incomplete : words.differs([...new Set(names)])
}

import { Link } from 'react-router-dom'
import { annotatePath, similarPath } from '../../../../shared/addresses.ts'
import type { Doubt } from '../../../../shared/contracts/ai.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { patchOutline } from '../../../imagery/patch-outline.ts'
import { PatchPicture } from '../../../imagery/patch-picture.tsx'
import { TextCommandButton } from '../../../ui/command-button.tsx'
import { formatPercent } from '../../../ui/format.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import styles from '../check.module.css'
import { texts } from '../texts.ts'
import { checkCommands } from './check-commands.ts'

const { check: words } = texts
const shownAlternatives = 3
/** Minimum probability for showing suggested labels after the first. */
const leastShown = 0.01

export type DoubtDecision = 'accept' | 'reject' | 'unsure' | 'wait'

interface DoubtRowProps {
  projectId: string
  doubt: Doubt
  index: number
  /** Number of rows; -1 while not all of them are loaded. */
  count: number
  labelIndex: LabelIndex
  mayEdit: boolean
  isActive: boolean
  onActive(): void
  onJudge(decision: DoubtDecision): void
  onRelabel(): void
}

/** Row for a suspect label: its crop, the label, the labels suggested instead, and the most similar labelled crops. */
// Long: one row, from left to right.
export function DoubtRow({ projectId, doubt, index, count, labelIndex, mayEdit, isActive, onActive, onJudge, onRelabel }: DoubtRowProps) {
  const isOpen = doubt.state === 'waiting' || doubt.state === 'unsure'
  const [best] = doubt.alternatives
  const nameOf = (labelId: string | null) => (labelId && labelIndex.get(labelId)?.name) || '–'
  const others = doubt.alternatives.filter(({ labelId }) => labelId !== doubt.labelId)
  const shown = others.filter(({ probability }, place) => place === 0 || probability >= leastShown).slice(0, shownAlternatives)
  return (
    <article
      className={styles.row}
      tabIndex={isActive ? 0 : -1}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-label={words.row(nameOf(doubt.labelId), nameOf(best?.labelId ?? null))}
      data-active={isActive || undefined}
      data-decided={!isOpen || undefined}
      onFocus={onActive}
    >
      <Link
        className={styles.crop}
        to={annotatePath(projectId, { mediaId: doubt.mediaId, annotationId: doubt.annotationId })}
        aria-label={words.open(doubt.fileName)}
      >
        <PatchPicture
          annotationId={doubt.annotationId}
          revision={doubt.revision}
          outline={{ path: patchOutline(doubt), colour: `rgb(${labelIndex.colourOf(doubt.labelId).join()})` }}
        />
      </Link>
      <div className={styles.labels}>
        <Probability caption={words.given} labelId={doubt.labelId} probability={doubt.probability} labelIndex={labelIndex} isGiven />
        {shown.map(({ labelId, probability }, place) => (
          <Probability key={labelId} caption={place === 0 ? words.suggested : ''} {...{ labelId, probability, labelIndex }} />
        ))}
      </div>
      <div className={styles.near}>
        <span className={styles.caption}>{words.near}</span>
        <ul className={styles.crops}>
          {doubt.near.map(({ annotationId, revision, labelId, similarity }) => (
            <li key={annotationId} data-tip={nameOf(labelId)}>
              <Link
                className={styles.small}
                to={similarPath(projectId, annotationId)}
                aria-label={words.nearCrop(nameOf(labelId), similarity)}
              >
                <PatchPicture annotationId={annotationId} revision={revision} />
              </Link>
              <span className={styles.nearLabel} data-same={labelId === doubt.labelId || undefined}>
                <Swatch label={labelIndex.get(labelId ?? '')} /> {nameOf(labelId)}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.decision}>
        {!isOpen ? (
          <>
            <span className={styles.state}>{words.states[doubt.state]}</span>
            {mayEdit && doubt.state === 'rejected' && <TextCommandButton command={checkCommands.putBack} onClick={() => onJudge('wait')} />}
          </>
        ) : (
          mayEdit && (
            <>
              {doubt.state === 'unsure' && <span className={styles.state}>{words.states.unsure}</span>}
              <TextCommandButton command={checkCommands.keep} onClick={() => onJudge('reject')} />
              <TextCommandButton command={checkCommands.change} onClick={() => onJudge('accept')} />
              <TextCommandButton command={checkCommands.relabel} onClick={onRelabel} />
              {doubt.state === 'unsure' ? (
                <TextCommandButton command={checkCommands.putBack} onClick={() => onJudge('wait')} />
              ) : (
                <TextCommandButton command={checkCommands.unsure} onClick={() => onJudge('unsure')} />
              )}
            </>
          )
        )}
      </div>
    </article>
  )
}

interface ProbabilityProps {
  caption: string
  labelId: string
  probability: number
  labelIndex: LabelIndex
  isGiven?: boolean
}

/** Label name above a bar for its probability. */
function Probability({ caption, labelId, probability, labelIndex, isGiven = false }: ProbabilityProps) {
  const label = labelIndex.get(labelId)
  return (
    <div className={styles.probability} data-given={isGiven || undefined}>
      <span className={styles.caption}>{caption}</span>
      <span className={styles.name}>
        <Swatch label={label} /> {label ? <TaxonName label={label} /> : '–'}
      </span>
      <span className={styles.percent}>{formatPercent(probability)}</span>
      <span className={styles.scale} aria-hidden>
        <span style={{ width: `${Math.round(100 * probability)}%` }} />
      </span>
    </div>
  )
}

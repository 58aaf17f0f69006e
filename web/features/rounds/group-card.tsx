import { useState } from 'react'
import { Link } from 'react-router-dom'
import { annotatePath } from '../../../shared/addresses.ts'
import { Comments } from '../../annotation/comments/comments.tsx'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { stateWords as reviewStates } from '../../annotation/words.ts'
import { patchOutline } from '../../imagery/patch-outline.ts'
import { PatchPicture } from '../../imagery/patch-picture.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import type { MarkGroup } from './queries.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { group: words } = texts

interface GroupCardProps {
  projectId: string
  group: MarkGroup
  labelIndex: LabelIndex
  me: { id: string; isOwner: boolean }
  busy: boolean
  /** Makes a label final. A null label settles that nothing is there. The function is null for people who may not settle. */
  onSettle: ((labelId: string | null) => void) | null
  onOther: () => void
}

/** Card of one individual on an image, with the annotation by each member and buttons that make one label final. */
// Long: all parts of one card.
export function GroupCard({ projectId, group, labelIndex, me, busy, onSettle, onOther }: GroupCardProps) {
  const { marks, missing, mediaId, fileName, kind, settled } = group
  const [discusses, setDiscusses] = useState(false)
  const labels = [...new Set(marks.flatMap(({ labelId }) => labelId ?? []))]
  const [first, ...others] = marks
  const lacksPoint = group.isSamplePoint && group.point === null
  return (
    <li className={styles.group}>
      <div className={styles.groupHead}>
        <h3>
          <Link to={annotatePath(projectId, { mediaId, annotationId: first?.annotation.id })}>{fileName}</Link>
        </h3>
        <Badge tone={texts.kinds[kind].tone}>{texts.kinds[kind].word}</Badge>
        {group.isSamplePoint && <Badge>{words.samplePoint}</Badge>}
        {settled && (
          <Badge tone="ok" icon={<CheckIcon aria-hidden />}>
            {words.settled}
          </Badge>
        )}
      </div>
      <ul className={styles.marks}>
        {marks.map(({ accountId, name, labelId, annotation }) => (
          <li key={annotation.id} className={styles.mark}>
            <span className={styles.frame}>
              <PatchPicture
                annotationId={annotation.id}
                revision={annotation.revision}
                outline={{ path: patchOutline(annotation), colour: `rgb(${labelIndex.colourOf(labelId).join()})` }}
              />
            </span>
            <span>{nameOf(labelIndex, labelId)}</span>
            <span className={styles.who}>
              {settled
                ? words.settledBy(name, accountId === me.id, annotation.removed ? words.removed : reviewStates[annotation.reviewState])
                : words.by(name, accountId === me.id)}
            </span>
          </li>
        ))}
        {missing.map(({ accountId, name }) => (
          <li key={accountId} className={styles.mark}>
            <span className={styles.absent}>{words.notMarked}</span>
            <span className={styles.who}>{words.by(name, accountId === me.id)}</span>
          </li>
        ))}
      </ul>
      {!settled && group.point?.labelId && <p className={styles.who}>{words.pointHas(nameOf(labelIndex, group.point.labelId))}</p>}
      {!settled && lacksPoint && <p className={styles.who}>{words.pointRemoved}</p>}
      {onSettle && !settled && (
        <div className={styles.actions}>
          {!lacksPoint &&
            labels.map(labelId => (
              <Button key={labelId} size="small" busy={busy} onClick={() => onSettle(labelId)}>
                {words.settleAs(nameOf(labelIndex, labelId))}
              </Button>
            ))}
          {!lacksPoint && (
            <Button size="small" variant="quiet" onClick={onOther}>
              {words.otherLabel}
            </Button>
          )}
          <Button size="small" variant="quiet" busy={busy} onClick={() => onSettle(null)}>
            {words.nothing}
          </Button>
        </div>
      )}
      {first && (
        <details className={styles.discussion} onToggle={event => setDiscusses(event.currentTarget.open)}>
          <summary>{words.discuss}</summary>
          {discusses && (
            <Comments
              projectId={projectId}
              annotationId={first.annotation.id}
              also={others.map(({ annotation }) => annotation.id)}
              me={me.id}
              isOwner={me.isOwner}
            />
          )}
        </details>
      )}
    </li>
  )
}

function nameOf(labelIndex: LabelIndex, labelId: string | null) {
  const label = labelIndex.get(labelId)
  return label ? <TaxonName label={label} /> : labelId ? words.deletedLabel : words.noLabel
}

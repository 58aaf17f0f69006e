import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { annotatePath } from '../../../../shared/addresses.ts'
import type { AuditDifference, AuditReport } from '../../../../shared/contracts/acceptance-audits.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { sentenceOf } from '../../../api/api-error.ts'
import { auditPatchUrl } from '../../../imagery/addresses.ts'
import { patchOutline } from '../../../imagery/patch-outline.ts'
import { CropPicture } from '../../../imagery/patch-picture.tsx'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { Facts, Section } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { Term } from '../../../ui/term.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { undoInBulk } from '../bulk/bulk-queries.ts'
import { texts } from '../texts.ts'
import { intervalWords } from '../words.ts'
import styles from './audit.module.css'
import { differencesOf, relabelDifference } from './audit-queries.ts'
import { auditTexts as words } from './texts.ts'

interface AuditResultProps {
  projectId: string
  bulkAcceptanceId: string
  labelIndex: LabelIndex
  mayEdit: boolean
  report: AuditReport
}

/** Result of an audit that has ended: in total, by label, and crop by crop where the labels differ. */
// Long: one report, from top to bottom.
export function AuditResult({ projectId, bulkAcceptanceId, labelIndex, mayEdit, report }: AuditResultProps) {
  const { result, remaining, classes, lost, seed, drawnAt, endedAt, endedBy, isUndone, isOfOneLabel } = report
  const undo = useMutation({
    ...undoInBulk(),
    onError: error => showToast({ tone: 'danger', title: texts.suggestions.notUndone, description: sentenceOf(error, texts.refused) })
  })
  if (!result) return null
  return (
    <>
      <p className={styles.verdict}>
        <Term tip={words.interval}>{words.result(result)}</Term>
      </p>
      {remaining && (
        <p>
          <Term tip={words.remainingAbout}>{words.remaining(remaining, report)}</Term>
        </p>
      )}
      {isOfOneLabel && <Note>{words.oneLabel}</Note>}
      {isUndone ? (
        <Note>{words.undone}</Note>
      ) : (
        result.isBelowTarget && (
          <Note>
            <div className={styles.below}>
              <p>{words.below}</p>
              {mayEdit && (
                <Button size="small" busy={undo.isPending} onClick={() => undo.mutate(bulkAcceptanceId)}>
                  {words.undo}
                </Button>
              )}
            </div>
          </Note>
        )
      )}
      {classes.length > 0 && (
        <Section title={words.byLabel} description={words.byLabelAbout}>
          <Table label={words.byLabel} columns={columnsOf(labelIndex)} rows={classes} rowKey={({ labelId }) => labelId} />
        </Section>
      )}
      <Section title={words.differences} description={words.differencesAbout}>
        <Differences {...{ projectId, bulkAcceptanceId, labelIndex, mayEdit }} />
      </Section>
      <Section title={words.about}>
        <Facts
          facts={[
            { name: words.sample, value: words.sampleOf(report) },
            { name: words.answers, value: words.answersOf(report) },
            ...(lost > 0 ? [{ name: words.lostName, value: words.lost(lost) }] : []),
            { name: words.drawn, value: <Timestamp time={drawnAt} alone /> },
            ...(endedAt
              ? [
                  {
                    name: words.ended,
                    value: (
                      <>
                        <Timestamp time={endedAt} alone /> {words.by(endedBy)}
                      </>
                    )
                  }
                ]
              : []),
            { name: words.seed, value: String(seed) }
          ]}
        />
      </Section>
    </>
  )
}

const columnsOf = (labelIndex: LabelIndex): Column<AuditReport['classes'][number]>[] => [
  { id: 'label', header: words.label, cell: ({ labelId }) => <LabelName labelId={labelId} labelIndex={labelIndex} /> },
  { id: 'wrong', header: words.wrong, cell: ({ wrong, judged }) => words.wrongOf(wrong, judged), number: true, stackedLabel: true },
  {
    id: 'right',
    header: words.right,
    tip: words.interval,
    cell: ({ precision }) => (precision ? intervalWords(precision) : words.tooFew),
    number: true,
    stackedLabel: true
  }
]

function LabelName({ labelId, labelIndex }: { labelId: string; labelIndex: LabelIndex }) {
  const label = labelIndex.get(labelId)
  return (
    <>
      <Swatch label={label} /> {label ? <TaxonName label={label} /> : words.tooFew}
    </>
  )
}

type DifferencesProps = Pick<AuditResultProps, 'projectId' | 'bulkAcceptanceId' | 'labelIndex' | 'mayEdit'>

/** Crops whose blind label contradicts the accepted one, each with the choice to use the blind label. */
function Differences({ projectId, bulkAcceptanceId, labelIndex, mayEdit }: DifferencesProps) {
  const pages = useInfiniteQuery(differencesOf(bulkAcceptanceId))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  return (
    <Loaded query={pages} failed={words.differencesFailed} skeleton={<SkeletonRows rows={3} height="5rem" label={words.loading} />}>
      {({ pages: loaded }) => {
        const items = loaded.flatMap(page => page.items)
        if (items.length === 0) return <p className={styles.quiet}>{words.noDifferences}</p>
        return (
          <>
            <ul className={styles.differences} aria-label={words.differences}>
              {items.map(difference => (
                <Difference key={difference.id} {...{ projectId, difference, labelIndex, mayEdit }} />
              ))}
            </ul>
            {hasNextPage && (
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage({ cancelRefetch: false })}>
                {words.more}
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

interface DifferenceProps extends Pick<AuditResultProps, 'projectId' | 'labelIndex' | 'mayEdit'> {
  difference: AuditDifference
}

// Long: one row, from left to right.
function Difference({ projectId, difference, labelIndex, mayEdit }: DifferenceProps) {
  const { id, mediaId, annotationId, acceptedLabelId, givenLabelId, by, state } = difference
  const relabel = useMutation({
    ...relabelDifference(),
    onError: error => showToast({ tone: 'danger', title: words.notRelabelled, description: sentenceOf(error, texts.refused) })
  })
  const nameOf = (labelId: string) => labelIndex.get(labelId)?.name ?? words.tooFew
  return (
    <li className={styles.difference}>
      <Link
        className={styles.small}
        to={annotatePath(projectId, { mediaId, annotationId })}
        aria-label={words.openCrop(`${nameOf(acceptedLabelId)}, ${nameOf(givenLabelId)}`)}
      >
        <CropPicture
          address={auditPatchUrl(id)}
          outline={{ path: patchOutline(difference), colour: `rgb(${labelIndex.colourOf(givenLabelId).join()})` }}
        />
      </Link>
      <Facts
        className={styles.pair}
        facts={[
          { name: words.accepted, value: <LabelName labelId={acceptedLabelId} labelIndex={labelIndex} /> },
          {
            name: words.given,
            value: (
              <>
                <LabelName labelId={givenLabelId} labelIndex={labelIndex} /> <span className={styles.quiet}>{words.by(by)}</span>
              </>
            )
          }
        ]}
      />
      {state !== 'open' ? (
        <span className={styles.quiet}>{words.states[state]}</span>
      ) : (
        mayEdit && (
          <Button
            size="small"
            busy={relabel.isPending}
            aria-label={words.relabelOf(nameOf(acceptedLabelId), nameOf(givenLabelId))}
            onClick={() => relabel.mutate(id)}
          >
            {words.relabel}
          </Button>
        )
      )}
    </li>
  )
}

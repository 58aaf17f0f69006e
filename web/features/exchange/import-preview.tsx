import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Import, ImportPreview as Preview } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './exchange.module.css'
import { Findings } from './findings.tsx'
import { ImageFacts } from './image-facts.tsx'
import { type LabelChoice, LabelMapping } from './label-mapping.tsx'
import { PeopleMapping } from './people-mapping.tsx'
import { applyImport, type Correction, correctMapping } from './queries.ts'
import { ReadAgain } from './read-again.tsx'

interface ImportPreviewProps {
  given: Import
  preview: Preview
  mayEdit: boolean
  members: readonly { id: string; name: string }[]
  pickLabel: LabelChoice
  giveUp: ReactNode
}

/** What importing would do, and the decisions it leaves to people. */
// Long: one region, part after part as it stands on the page.
export function ImportPreview({ given, preview, mayEdit, members, pickLabel, giveUp }: ImportPreviewProps) {
  const correct = useMutation(correctMapping(given.id))
  const apply = useMutation(applyImport(given.id))
  const change = (correction: Correction) => correct.mutate(correction)
  const leftOut = preview.labels.reduce((sum, { target, annotationCount }) => sum + (target.kind === 'leaveOut' ? annotationCount : 0), 0)
  const newLabels = preview.labels.filter(({ target }) => target.kind === 'new').length
  const coming = preview.annotationCount - leftOut
  const filled = preview.facts?.fill ? preview.facts.imageCount : 0
  const nothing = coming === 0 && newLabels === 0 && filled === 0
  return (
    <>
      {given.failure && <ErrorPanel title="It was not imported" detail={given.failure} safe="Nothing was changed." />}
      <dl className={styles.counts}>
        <Count value={coming} name={coming === 1 ? 'annotation comes' : 'annotations come'} strong />
        <Count value={preview.matchedImageCount} name={`of ${formatCount(preview.imageCount, 'image')} found here`} />
        <Count value={newLabels} name={newLabels === 1 ? 'new label' : 'new labels'} />
        <Count
          value={preview.refusedCount}
          name={preview.refusedCount === 1 ? 'entry left out' : 'entries left out'}
          warn={preview.refusedCount > 0}
        />
      </dl>
      <Unmatched preview={preview} />
      {preview.existingAnnotationCount > 0 && (
        <Note>
          The images have {formatCount(preview.existingAnnotationCount, 'annotation')} already. They stay: what is imported comes beside
          them.
        </Note>
      )}
      <SamplePoints preview={preview} />
      {correct.error && <ErrorPanel title="A change was not saved" detail={sentenceOf(correct.error, 'The server refused. Try again.')} />}
      {preview.labels.length > 0 && (
        <LabelMapping labels={preview.labels} pickLabel={pickLabel} readOnly={!mayEdit} onChange={labels => change({ labels })} />
      )}
      {(preview.people.length > 0 || preview.unnamedCount > 0) && (
        <section className={styles.part} aria-label="People">
          <h3>Who made them</h3>
          {preview.people.length > 0 && (
            <PeopleMapping
              people={preview.people}
              members={members}
              readOnly={!mayEdit}
              onChange={person => change({ people: [person] })}
            />
          )}
          {preview.unnamedCount > 0 && <Unnamed preview={preview} readOnly={!mayEdit} onChange={unnamed => change({ unnamed })} />}
        </section>
      )}
      {preview.facts && <ImageFacts facts={preview.facts} readOnly={!mayEdit} onChange={fillFacts => change({ fillFacts })} />}
      <Findings given={given} preview={preview} toLeaveOut={leftOut} />
      {mayEdit && (
        <>
          <details className={styles.remarks}>
            <summary>Read the file again</summary>
            <p className={styles.rowAbout}>
              With another format, or after photographs were added. What you decided above is proposed anew.
            </p>
            <ReadAgain given={given} />
          </details>
          {apply.error && (
            <ErrorPanel title="The import was not started" detail={sentenceOf(apply.error, 'The server refused. Try again.')} />
          )}
          <div className={styles.foot}>
            {giveUp}
            <Button variant="primary" disabled={nothing} busy={apply.isPending || correct.isPending} onClick={() => apply.mutate(null)}>
              {nothing
                ? 'Nothing to import'
                : coming > 0
                  ? `Import ${formatCount(coming, 'annotation')}`
                  : newLabels > 0
                    ? `Add ${formatCount(newLabels, 'label')}`
                    : `Fill in facts of ${formatCount(filled, 'image')}`}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

function Count({ value, name, strong, warn }: { value: number; name: string; strong?: boolean; warn?: boolean }) {
  return (
    <div data-strong={strong || undefined} data-warn={warn || undefined}>
      <dt>{name}</dt>
      <dd>{formatNumber(value, 0)}</dd>
    </div>
  )
}

const namesShown = 12

function Unmatched({ preview: { imageCount, matchedImageCount, unmatchedAnnotationCount, unmatchedImages } }: { preview: Preview }) {
  const missing = imageCount - matchedImageCount
  if (missing === 0) return null
  return (
    <Note>
      <p>
        {formatCount(missing, 'image')} of the file {missing === 1 ? 'is' : 'are'} not among the photographs of this project:{' '}
        {formatCount(unmatchedAnnotationCount, 'annotation')} cannot come. Add the photographs, then read the file again.
      </p>
      <ul className={styles.names}>
        {unmatchedImages.slice(0, namesShown).map(({ fileName }) => (
          <li key={fileName}>
            <code>{fileName}</code>
          </li>
        ))}
        {missing > namesShown && <li>and {formatNumber(missing - namesShown, 0)} more</li>}
      </ul>
    </Note>
  )
}

function SamplePoints({ preview: { samplePointCount = 0, sampledImageCount = 0 } }: { preview: Preview }) {
  if (samplePointCount === 0) return null
  const points = formatCount(samplePointCount, 'sample point')
  return (
    <Note>
      {points} on {formatCount(sampledImageCount, 'image')}: percent cover comes from them, and none counts as an individual.
    </Note>
  )
}

interface UnnamedProps {
  preview: Preview
  readOnly: boolean
  onChange: (unnamed: Preview['unnamed']) => void
}

/** Of annotations that name nobody. */
function Unnamed({ preview: { unnamed, unnamedCount }, readOnly, onChange }: UnnamedProps) {
  return (
    <div className={styles.unnamed}>
      <RadioGroup
        legend={`The file does not say who made ${formatCount(unnamedCount, 'annotation')}`}
        name="unnamed"
        value={unnamed.source}
        onChange={source => onChange({ source, name: unnamed.name })}
        options={[
          { value: 'human', label: 'People', description: 'Without a name it will be yours.', disabled: readOnly },
          {
            value: 'machine',
            label: 'A program',
            description: 'They count as not confirmed until someone looks at them.',
            disabled: readOnly
          }
        ]}
      />
      <TextField
        key={unnamed.source}
        label="Name"
        optional={unnamed.source === 'human'}
        {...(unnamed.source === 'machine' && { description: 'The model and its version. Publication describes it to others.' })}
        maxLength={200}
        readOnly={readOnly}
        defaultValue={unnamed.name ?? ''}
        onBlur={event => {
          const name = event.target.value.trim() || null
          if (name !== unnamed.name) onChange({ source: unnamed.source, name })
        }}
      />
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Import, ImportPreview as Preview } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Note } from '../../ui/note.tsx'
import { ReportCounts } from '../../ui/report-counts.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './exchange.module.css'
import { Findings } from './findings.tsx'
import { ImageFacts } from './image-facts.tsx'
import { type LabelChoice, LabelMapping } from './label-mapping.tsx'
import { PeopleMapping } from './people-mapping.tsx'
import { applyImport, type Correction, correctMapping } from './queries.ts'
import { ReadAgain } from './read-again.tsx'
import { importTexts as texts } from './texts.ts'

const { preview: words, unnamed: unnamedWords } = texts

interface ImportPreviewProps {
  given: Import
  preview: Preview
  mayEdit: boolean
  members: readonly { id: string; name: string }[]
  pickLabel: LabelChoice
  giveUp: ReactNode
}

/** Preview of an import, with the choices to make before it runs. */
// Long: one region, from top to bottom.
export function ImportPreview({ given, preview, mayEdit, members, pickLabel, giveUp }: ImportPreviewProps) {
  const correct = useMutation(correctMapping(given.id))
  const apply = useMutation(applyImport(given.id))
  const change = (correction: Correction) => correct.mutate(correction)
  const withoutLabel = preview.labels.filter(({ target }) => target.kind === 'leaveOut')
  const unlabelled = withoutLabel.reduce((sum, { samplePointCount = 0 }) => sum + samplePointCount, 0)
  const leftOut = withoutLabel.reduce((sum, { annotationCount }) => sum + annotationCount, 0) - unlabelled
  const newLabels = preview.labels.filter(({ target }) => target.kind === 'new').length
  const coming = preview.annotationCount - leftOut
  const filled = preview.facts?.fill ? preview.facts.imageCount : 0
  const nothing = coming === 0 && newLabels === 0 && filled === 0
  return (
    <>
      {given.failure && <ErrorPanel title={words.failed} detail={given.failure} safe={words.unchanged} />}
      <ReportCounts
        counts={[
          { value: coming, name: words.annotations(coming), tone: 'result' },
          { value: preview.matchedImageCount, name: words.images(preview.imageCount) },
          { value: newLabels, name: words.newLabels(newLabels) },
          {
            value: preview.refusedCount,
            name: words.leftOut(preview.refusedCount),
            tone: preview.refusedCount > 0 ? 'problem' : undefined
          }
        ]}
      />
      <Unmatched preview={preview} />
      {preview.existingAnnotationCount > 0 && <Note>{words.existing(preview.existingAnnotationCount)}</Note>}
      <SamplePoints preview={preview} />
      {correct.error && <ErrorPanel title={words.notSaved} detail={sentenceOf(correct.error, words.refused)} />}
      {preview.labels.length > 0 && (
        <LabelMapping labels={preview.labels} pickLabel={pickLabel} readOnly={!mayEdit} onChange={labels => change({ labels })} />
      )}
      {(preview.people.length > 0 || preview.unnamedCount > 0) && (
        <section className={styles.part} aria-label={texts.people.title}>
          <h3>{texts.people.title}</h3>
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
      <Findings given={given} preview={preview} toLeaveOut={leftOut} toUnlabel={unlabelled} />
      {mayEdit && (
        <>
          <details className={styles.remarks}>
            <summary>{words.readAgain}</summary>
            <p className={styles.rowAbout}>{words.readAgainAbout}</p>
            <ReadAgain given={given} />
          </details>
          {apply.error && <ErrorPanel title={words.notStarted} detail={sentenceOf(apply.error, words.refused)} />}
          <div className={styles.foot}>
            {giveUp}
            <Button variant="primary" disabled={nothing} busy={apply.isPending || correct.isPending} onClick={() => apply.mutate(null)}>
              {nothing
                ? words.nothing
                : coming > 0
                  ? words.importAnnotations(coming)
                  : newLabels > 0
                    ? words.addLabels(newLabels)
                    : words.fillImages(filled)}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

const namesShown = 12

function Unmatched({ preview: { imageCount, matchedImageCount, unmatchedAnnotationCount, unmatchedImages } }: { preview: Preview }) {
  const missing = imageCount - matchedImageCount
  if (missing === 0) return null
  return (
    <Note>
      <p>{words.unmatched(missing, unmatchedAnnotationCount)}</p>
      <ul className={styles.names}>
        {unmatchedImages.slice(0, namesShown).map(({ fileName }) => (
          <li key={fileName}>
            <code>{fileName}</code>
          </li>
        ))}
        {missing > namesShown && <li>{words.andMore(missing - namesShown)}</li>}
      </ul>
    </Note>
  )
}

function SamplePoints({ preview: { samplePointCount = 0, sampledImageCount = 0 } }: { preview: Preview }) {
  if (samplePointCount === 0) return null
  return <Note>{words.samplePoints(samplePointCount, sampledImageCount)}</Note>
}

interface UnnamedProps {
  preview: Preview
  readOnly: boolean
  onChange: (unnamed: Preview['unnamed']) => void
}

/** Choice of source and name for the annotations that have no annotator in the file. */
function Unnamed({ preview: { unnamed, unnamedCount }, readOnly, onChange }: UnnamedProps) {
  return (
    <div className={styles.unnamed}>
      <RadioGroup
        legend={unnamedWords.legend(unnamedCount)}
        name="unnamed"
        value={unnamed.source}
        onChange={source => onChange({ source, name: unnamed.name })}
        options={[
          { value: 'human', label: unnamedWords.people, description: unnamedWords.peopleAbout, disabled: readOnly },
          {
            value: 'machine',
            label: unnamedWords.program,
            description: unnamedWords.programAbout,
            disabled: readOnly
          }
        ]}
      />
      <TextField
        key={unnamed.source}
        label={unnamedWords.name}
        optional={unnamed.source === 'human'}
        {...(unnamed.source === 'machine' && { description: unnamedWords.nameAbout })}
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

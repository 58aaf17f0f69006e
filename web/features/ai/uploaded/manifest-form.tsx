import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Manifest, ModelTask, UploadedModelCard } from '../../../../shared/contracts/uploaded-models.ts'
import { decodesOf } from '../../../../shared/model-decodes.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Note } from '../../../ui/note.tsx'
import { FormFields, Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import styles from '../ai.module.css'
import { texts as aiTexts } from '../texts.ts'
import { tryOut } from './queries.ts'
import { labelLines, labelsOfLines, texts } from './texts.ts'

const { form: words } = texts

const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
const choices = (values: readonly string[]) => values.map(value => ({ value, label: value }))

/** List fields of the manifest, as the text in their inputs. */
interface ListTexts {
  outputs: string
  mean: string
  std: string
  labels: string
}

const isCutTask = (task: ModelTask) => task === 'detect' || task === 'segment_instance'

/** Returns the manifest to send, without the file hash. @param manifest the stored manifest @param lists texts that replace its list fields */
function manifestOf(manifest: Manifest, lists: ListTexts): Manifest {
  const { sha256: _, tiling, ...rest } = manifest as Manifest & { sha256?: string }
  const names = lists.outputs
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
  return {
    ...rest,
    input: { ...rest.input, mean: numbersIn(lists.mean), std: numbersIn(lists.std) },
    output: { ...rest.output, names },
    labels: labelsOfLines(lists.labels),
    ...(isCutTask(rest.task) && tiling && { tiling })
  }
}

/** Form for the manifest of a model, prefilled with a guess. */
// Long: one field for each part of a manifest.
export function ManifestForm({ card }: { card: UploadedModelCard }) {
  const [manifest, setManifest] = useState(card.manifest)
  const [lists, setLists] = useState<ListTexts>({
    outputs: card.manifest.output.names.join(', '),
    mean: card.manifest.input.mean.join(', '),
    std: card.manifest.input.std.join(', '),
    labels: labelLines(card.manifest.labels)
  })
  const test = useMutation(tryOut(card.id))
  const { input, output, task } = manifest
  const [width = 0, height = 0] = input.size
  const change = (part: Partial<Manifest>) => setManifest(before => ({ ...before, ...part }))
  const changeInput = (part: Partial<Manifest['input']>) => change({ input: { ...input, ...part } })
  const changeOutput = (part: Partial<Manifest['output']>) => change({ output: { ...output, ...part } })
  const changeList = (part: Partial<ListTexts>) => setLists(before => ({ ...before, ...part }))
  const isCut = isCutTask(task)

  function changeTask(next: ModelTask) {
    const [decode = output.decode] = decodesOf[next]
    change({ task: next, output: { ...output, decode } })
  }

  function send(event: FormEvent) {
    event.preventDefault()
    test.mutate(manifestOf(manifest, lists))
  }

  const number = (label: string, value: number, onChange: (value: number) => void, step = 'any') => (
    <TextField label={label} type="number" step={step} value={value} onChange={event => onChange(event.currentTarget.valueAsNumber || 0)} />
  )

  return (
    <Section title={words.title} description={words.about}>
      <form onSubmit={send}>
        <FormFields>
          <div className={styles.pair}>
            <TextField label={words.name} value={manifest.name} onChange={event => change({ name: event.currentTarget.value })} required />
            <TextField
              label={words.version}
              value={manifest.version}
              onChange={event => change({ version: event.currentTarget.value })}
              required
            />
          </div>
          <div className={styles.pair}>
            <TextField
              label={words.license}
              description={words.licenseAbout}
              value={manifest.license}
              onChange={event => change({ license: event.currentTarget.value })}
              required
            />
            <TextField
              label={words.source}
              optional
              value={manifest.source ?? ''}
              onChange={event => change({ source: event.currentTarget.value })}
            />
          </div>
          <div className={styles.pair}>
            <Select
              label={words.task}
              value={task}
              options={Object.entries(texts.tasks).map(([value, label]) => ({ value, label }))}
              onChange={event => changeTask(event.currentTarget.value as ModelTask)}
            />
            <Select
              label={words.decode}
              value={output.decode}
              options={choices(decodesOf[task])}
              onChange={event => changeOutput({ decode: event.currentTarget.value as Manifest['output']['decode'] })}
            />
            <TextField label={words.outputs} value={lists.outputs} onChange={event => changeList({ outputs: event.currentTarget.value })} />
          </div>
          <div className={styles.pair}>
            {number(words.width, width, value => changeInput({ size: [value, height] }), '1')}
            {number(words.height, height, value => changeInput({ size: [width, value] }), '1')}
            <Select
              label={words.resize}
              value={input.resize}
              options={Object.entries(words.resizes).map(([value, label]) => ({ value, label }))}
              onChange={event => changeInput({ resize: event.currentTarget.value as Manifest['input']['resize'] })}
            />
          </div>
          <div className={styles.pair}>
            <Select
              label={words.layout}
              value={input.layout}
              options={choices(['NCHW', 'NHWC'])}
              onChange={event => changeInput({ layout: event.currentTarget.value as Manifest['input']['layout'] })}
            />
            <Select
              label={words.channels}
              value={input.channels}
              options={choices(['RGB', 'BGR'])}
              onChange={event => changeInput({ channels: event.currentTarget.value as Manifest['input']['channels'] })}
            />
            {number(words.scale, input.scale, value => changeInput({ scale: value }))}
          </div>
          <div className={styles.pair}>
            <TextField label={words.mean} value={lists.mean} onChange={event => changeList({ mean: event.currentTarget.value })} />
            <TextField label={words.std} value={lists.std} onChange={event => changeList({ std: event.currentTarget.value })} />
            {number(words.pad, input.pad, value => changeInput({ pad: value }), '1')}
          </div>
          <div className={styles.pair}>
            {number(words.conf, output.conf, value => changeOutput({ conf: value }))}
            {isCut && number(words.iou, output.iou, value => changeOutput({ iou: value }))}
            {task === 'segment_semantic' && number(words.minArea, output.minArea, value => changeOutput({ minArea: value }), '1')}
          </div>
          {isCut && (
            <Checkbox
              label={words.tiling}
              checked={manifest.tiling?.enabled ?? false}
              onChange={event =>
                change({
                  tiling: {
                    tile: Math.max(width, height),
                    overlap: 0.2,
                    maxTiles: 200,
                    ...manifest.tiling,
                    enabled: event.currentTarget.checked
                  }
                })
              }
            />
          )}
          <TextArea
            label={words.labels}
            description={words.labelsAbout}
            rows={6}
            value={lists.labels}
            onChange={event => changeList({ labels: event.currentTarget.value })}
          />
          {test.error && (
            <div role="alert">
              <Note>{`${words.refused}: ${sentenceOf(test.error, aiTexts.refused)}`}</Note>
            </div>
          )}
          <div className={styles.taskActions}>
            <Button type="submit" variant="primary" busy={test.isPending}>
              {words.test}
            </Button>
          </div>
        </FormFields>
      </form>
    </Section>
  )
}

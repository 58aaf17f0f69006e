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
import { decoderChoices, decoderOf, isCutTask, isLabelTask, isWindowTask, type ListTexts, manifestOf, withTask } from './manifest-draft.ts'
import { tryOut } from './queries.ts'
import { labelLines, texts } from './texts.ts'

const { form: words } = texts

const choices = (values: readonly string[]) => values.map(value => ({ value, label: value }))

const numberField = (label: string, value: number, onChange: (value: number) => void, step = 'any') => (
  <TextField label={label} type="number" step={step} value={value} onChange={event => onChange(event.currentTarget.valueAsNumber || 0)} />
)

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
  const change = (part: Partial<Manifest>) => setManifest(before => ({ ...before, ...part }))
  const changeOutput = (part: Partial<Manifest['output']>) => change({ output: { ...output, ...part } })
  const changeList = (part: Partial<ListTexts>) => setLists(before => ({ ...before, ...part }))
  const isCut = isCutTask(task)
  const isPair = task === 'interactive'
  const decoder = decoderOf(manifest, card.decoders)

  function send(event: FormEvent) {
    event.preventDefault()
    test.mutate(manifestOf(manifest, lists, card.decoders))
  }

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
              onChange={event => setManifest(withTask(manifest, event.currentTarget.value as ModelTask))}
            />
            <Select
              label={words.decode}
              value={output.decode}
              options={choices(decodesOf[task])}
              onChange={event => changeOutput({ decode: event.currentTarget.value as Manifest['output']['decode'] })}
            />
            <TextField label={words.outputs} value={lists.outputs} onChange={event => changeList({ outputs: event.currentTarget.value })} />
          </div>
          {isPair &&
            (decoder ? <DecoderField value={decoder} decoders={card.decoders} onChange={change} /> : <Note>{words.noDecoder}</Note>)}
          <InputFields input={input} lists={lists} onChange={part => change({ input: { ...input, ...part } })} onList={changeList} />
          {isWindowTask(task) && (
            <div className={styles.pair}>
              {numberField(words.window, manifest.crop?.fine ?? Math.max(...input.size), fine => change({ crop: { fine } }), '1')}
              {task === 'embed' && (
                <Select
                  label={words.token}
                  value={output.token ?? 'mean'}
                  options={Object.entries(words.tokens).map(([value, label]) => ({ value, label }))}
                  onChange={event => changeOutput({ token: event.currentTarget.value === 'cls' ? 'cls' : 'mean' })}
                />
              )}
            </div>
          )}
          {isLabelTask(task) && (
            <div className={styles.pair}>
              {numberField(words.conf, output.conf, value => changeOutput({ conf: value }))}
              {isCut && numberField(words.iou, output.iou, value => changeOutput({ iou: value }))}
              {task === 'segment_semantic' && numberField(words.minArea, output.minArea, value => changeOutput({ minArea: value }), '1')}
            </div>
          )}
          {isCut && (
            <Checkbox
              label={words.tiling}
              checked={manifest.tiling?.enabled ?? false}
              onChange={event =>
                change({
                  tiling: {
                    tile: Math.max(...input.size),
                    overlap: 0.2,
                    maxTiles: 200,
                    ...manifest.tiling,
                    enabled: event.currentTarget.checked
                  }
                })
              }
            />
          )}
          {isLabelTask(task) && (
            <TextArea
              label={words.labels}
              description={words.labelsAbout}
              rows={6}
              value={lists.labels}
              onChange={event => changeList({ labels: event.currentTarget.value })}
            />
          )}
          {test.error && (
            <div role="alert">
              <Note>{`${words.refused}: ${sentenceOf(test.error, aiTexts.refused)}`}</Note>
            </div>
          )}
          <div className={styles.taskActions}>
            <Button type="submit" variant="primary" busy={test.isPending} disabled={isPair && !decoder}>
              {words.test}
            </Button>
          </div>
        </FormFields>
      </form>
    </Section>
  )
}

interface InputFieldsProps {
  input: Manifest['input']
  lists: ListTexts
  onChange: (part: Partial<Manifest['input']>) => void
  onList: (part: Partial<ListTexts>) => void
}

/** Fields for the input of a model. */
function InputFields({ input, lists, onChange, onList }: InputFieldsProps) {
  const [width = 0, height = 0] = input.size
  return (
    <>
      <div className={styles.pair}>
        {numberField(words.width, width, value => onChange({ size: [value, height] }), '1')}
        {numberField(words.height, height, value => onChange({ size: [width, value] }), '1')}
        <Select
          label={words.resize}
          value={input.resize}
          options={Object.entries(words.resizes).map(([value, label]) => ({ value, label }))}
          onChange={event => onChange({ resize: event.currentTarget.value as Manifest['input']['resize'] })}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label={words.layout}
          value={input.layout}
          options={choices(['NCHW', 'NHWC'])}
          onChange={event => onChange({ layout: event.currentTarget.value as Manifest['input']['layout'] })}
        />
        <Select
          label={words.channels}
          value={input.channels}
          options={choices(['RGB', 'BGR'])}
          onChange={event => onChange({ channels: event.currentTarget.value as Manifest['input']['channels'] })}
        />
        {numberField(words.scale, input.scale, value => onChange({ scale: value }))}
      </div>
      <div className={styles.pair}>
        <TextField label={words.mean} value={lists.mean} onChange={event => onList({ mean: event.currentTarget.value })} />
        <TextField label={words.std} value={lists.std} onChange={event => onList({ std: event.currentTarget.value })} />
        {input.resize !== 'corner' && numberField(words.pad, input.pad, value => onChange({ pad: value }), '1')}
      </div>
    </>
  )
}

interface DecoderFieldProps {
  value: string
  decoders: UploadedModelCard['decoders']
  onChange: (part: { decoder: string }) => void
}

/** Choice of the other file of an interactive pair. */
function DecoderField({ value, decoders, onChange }: DecoderFieldProps) {
  return (
    <Select
      label={words.decoder}
      value={value}
      options={decoderChoices(decoders)}
      onChange={event => onChange({ decoder: event.currentTarget.value })}
    />
  )
}

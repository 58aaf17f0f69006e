import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ScaleBasis, ScaleSettings } from '../../../shared/contracts/scale.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import panels from '../../annotation/panels.module.css'
import { formatScale } from '../../canvas/measures.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Draft, found, newSettings, numberIn } from './draft.ts'
import { Marking, type MarkingProps } from './marking.tsx'
import styles from './scale.module.css'
import type { Shot } from './shot.ts'
import { errorText, type Method, texts } from './texts.ts'

const { form: words } = texts

export type MarkTool = 'scaleMark' | 'scaleLine'

interface ScaleFormProps {
  image: { width: number; height: number }
  /** Initial field values, as typed. */
  start: Draft
  settings: ScaleSettings
  /** Camera facts of the image, from its file and tables. */
  shot: Shot | undefined
  marks: readonly Vertex[]
  onMarks: (marks: readonly Vertex[]) => void
  tool: MarkTool | null
  /** Selects a marking tool and keeps the focus. */
  onTake: (tool: MarkTool) => void
  /** Selects a marking tool and focuses the canvas. */
  onMark: (tool: MarkTool) => void
  /** Finds the laser points of this image, or returns the reason why not. */
  onFind: MarkingProps['onFind']
  onSave: (basis: ScaleBasis, remember: boolean) => Promise<void>
  /** Closes the form; null when there is no scale to return to. */
  onCancel: (() => void) | null
}

const toolOf = (method: Method): MarkTool | null => (method === 'lasers' ? 'scaleMark' : method === 'length' ? 'scaleLine' : null)

/** Form for the basis of an image's scale, with a live preview of the result. */
// Long: all fields of one form, in order.
export function ScaleForm({
  image,
  start,
  settings,
  shot,
  marks,
  onMarks,
  tool,
  onTake,
  onMark,
  onFind,
  onSave,
  onCancel
}: ScaleFormProps) {
  const [draft, setDraft] = useState(start)
  const [remember, setRemember] = useState(true)
  const [busy, setBusy] = useState(false)
  const result = found(draft, marks, image)
  const type = (name: keyof Draft) => ({
    value: String(draft[name]),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => setDraft({ ...draft, [name]: event.currentTarget.value })
  })
  const source = (name: keyof Draft, value: number | null | undefined) =>
    value != null && numberIn(String(draft[name])) === Number(value.toPrecision(6)) ? words.fromImage : undefined
  const markTool = toolOf(draft.method)

  const begin = useEffectEvent(onMark)
  const firstTool = useRef(toolOf(start.method))
  useEffect(() => {
    if (firstTool.current) begin(firstTool.current)
  }, [])

  function choose(method: Method) {
    setDraft({ ...draft, method })
    onMarks([])
    const next = toolOf(method)
    if (next) onTake(next) // arrow keys step through the methods, so the focus stays here
  }

  async function save() {
    if ('missing' in result) return
    setBusy(true)
    await onSave(result.basis, remember)
    setBusy(false)
  }

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Select
        label={words.method}
        value={draft.method}
        options={Object.entries(texts.methods).map(([value, label]) => ({ value, label }))}
        onChange={event => choose(event.currentTarget.value as Method)}
      />
      {markTool && (
        <Marking
          key={draft.method}
          isLine={draft.method === 'length'}
          marks={marks}
          isOn={tool === markTool}
          onMark={() => onMark(markTool)}
          {...{ onMarks, onFind }}
        />
      )}
      {draft.method === 'lasers' && <TextField label={words.spacing} after="cm" {...type('spacingInCentimeters')} />}
      {draft.method === 'length' && <TextField label={words.length} after="cm" {...type('lengthInCentimeters')} />}
      {(draft.method === 'altitude' || draft.method === 'lens') && (
        <TextField
          label={words.altitude}
          description={source('altitudeInMeters', shot?.altitudeInMeters)}
          after="m"
          {...type('altitudeInMeters')}
        />
      )}
      {draft.method === 'altitude' && (
        <TextField
          label={words.angle}
          description={[words.angleAbout, source('angleInDegrees', shot?.horizontalAngleInDegrees)].filter(Boolean).join(', ')}
          after="°"
          {...type('angleInDegrees')}
        />
      )}
      {draft.method === 'lens' && (
        <div className={panels.pair}>
          <TextField label={words.sensor} after="mm" {...type('sensorInMillimeters')} />
          <TextField
            label={words.focalLength}
            description={source('focalLengthInMillimeters', shot?.focalLengthInMillimeters)}
            after="mm"
            {...type('focalLengthInMillimeters')}
          />
        </div>
      )}
      {(draft.method === 'altitude' || draft.method === 'lens') && (
        <Checkbox
          label={words.isFlatPort}
          description={words.isFlatPortAbout}
          checked={draft.isFlatPort}
          onChange={event => setDraft({ ...draft, isFlatPort: event.currentTarget.checked })}
        />
      )}
      {draft.method === 'area' && <TextField label={words.area} after="m²" {...type('areaInSquareMeters')} />}
      {draft.method === 'given' && <TextField label={words.pixel} after="mm" {...type('millimetersPerPixel')} />}
      <div role="status">
        {'missing' in result ? (
          <p className={panels.hint}>{result.missing}</p>
        ) : (
          <>
            <p className={styles.result}>{formatScale(result.scale.metersPerPixel)}</p>
            <p className={panels.hint}>
              {words.shows(result.scale.areaSquareMeters)} {errorText(result.basis, result.scale.pixelDistance)}
            </p>
          </>
        )}
      </div>
      {!('missing' in result) && newSettings(result.basis, settings) && (
        <Checkbox
          label={draft.method === 'lasers' ? words.rememberLasers : words.rememberCamera}
          checked={remember}
          onChange={event => setRemember(event.currentTarget.checked)}
        />
      )}
      <div className={panels.actions}>
        <Button type="submit" size="small" variant="primary" busy={busy} disabled={'missing' in result}>
          {words.save}
        </Button>
        {onCancel && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              onMarks([])
              onCancel()
            }}
          >
            {words.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

import styles from '../../../annotation/panels.module.css'
import { type Corrections, inForce } from '../../../canvas/corrections.ts'
import { Button } from '../../../ui/button.tsx'
import { ContrastIcon } from '../../../ui/icons.tsx'
import { PopoverButton } from '../../../ui/popover.tsx'
import { asTaken } from '../adjustments.ts'
import * as texts from '../texts.ts'

interface PicturePanelProps {
  adjustments: Corrections
  onChange: (adjustments: Corrections) => void
}

type Setting = {
  label: string
  min: number
  max: number
  step: number
  read: (adjustments: Corrections) => number
  write: (adjustments: Corrections, value: number) => Corrections
}

const gain = (channel: 0 | 1 | 2, label: string): Setting => ({
  label,
  min: 0.5,
  max: 3,
  step: 0.05,
  read: ({ whiteBalance }) => whiteBalance[channel],
  write: (adjustments, value) => ({ ...adjustments, whiteBalance: replaced(adjustments.whiteBalance, channel, value) })
})

const span = (channel: 0 | 1 | 2, end: 0 | 1, label: string): Setting => ({
  label,
  min: end === 0 ? 0 : 0.5,
  max: end === 0 ? 0.5 : 1,
  step: 0.01,
  read: ({ stretch }) => stretch[channel][end],
  write: (adjustments, value) => ({
    ...adjustments,
    stretch: replaced(adjustments.stretch, channel, replaced(adjustments.stretch[channel], end, value))
  })
})

const settings: Setting[] = [
  {
    label: texts.picture.exposure,
    min: -3,
    max: 3,
    step: 0.1,
    read: adjustments => adjustments.exposure,
    write: (adjustments, exposure) => ({ ...adjustments, exposure })
  },
  {
    label: texts.picture.contrast,
    min: 0.5,
    max: 2,
    step: 0.05,
    read: adjustments => adjustments.contrast,
    write: (adjustments, contrast) => ({ ...adjustments, contrast })
  },
  {
    label: texts.picture.gamma,
    min: 0.4,
    max: 2.5,
    step: 0.05,
    read: adjustments => adjustments.gamma,
    write: (adjustments, gamma) => ({ ...adjustments, gamma })
  },
  {
    label: texts.picture.localContrast,
    min: 0,
    max: 2,
    step: 0.1,
    read: adjustments => adjustments.localContrast,
    write: (adjustments, localContrast) => ({ ...adjustments, localContrast })
  },
  ...texts.picture.channels.map((name, index) => gain(index as 0 | 1 | 2, name))
]

const stretching: Setting[] = texts.picture.channels.flatMap((name, index) => [
  span(index as 0 | 1 | 2, 0, texts.picture.from(name)),
  span(index as 0 | 1 | 2, 1, texts.picture.to(name))
])

/** Button that opens the picture adjustments. */
export function PicturePanel({ adjustments, onChange }: PicturePanelProps) {
  const isChanged = inForce(adjustments).length > 0
  return (
    <PopoverButton
      label={isChanged ? texts.picture.changed : texts.picture.label}
      trigger={<ContrastIcon aria-hidden />}
      iconOnly
      placement="left top"
      variant={isChanged ? 'secondary' : 'quiet'}
    >
      <PictureControls adjustments={adjustments} onChange={onChange} />
    </PopoverButton>
  )
}

/** Picture adjustments. They do not change the file. */
export function PictureControls({ adjustments, onChange }: PicturePanelProps) {
  return (
    <div className={styles.picture}>
      <p className={styles.hint}>{texts.picture.about}</p>
      <Sliders settings={settings} adjustments={adjustments} onChange={onChange} />
      <details>
        <summary>{texts.picture.stretch}</summary>
        <Sliders settings={stretching} adjustments={adjustments} onChange={onChange} />
      </details>
      <Button size="small" disabled={inForce(adjustments).length === 0} onClick={() => onChange(asTaken)}>
        {texts.picture.reset}
      </Button>
    </div>
  )
}

function Sliders({ settings, adjustments, onChange }: PicturePanelProps & { settings: readonly Setting[] }) {
  return settings.map(({ label, min, max, step, read, write }) => (
    <label key={label} className={styles.slider}>
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={read(adjustments)}
        onChange={event => onChange(write(adjustments, Number(event.currentTarget.value)))}
      />
      <output>{read(adjustments).toFixed(2)}</output>
    </label>
  ))
}

function replaced<List extends readonly unknown[]>(list: List, index: number, value: List[number]): List {
  return list.map((item, at) => (at === index ? value : item)) as unknown as List
}

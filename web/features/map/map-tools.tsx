import type { ReactNode } from 'react'
import { projectPath } from '../../../shared/addresses.ts'
import { saveText } from '../../charts/save.ts'
import { keyOf } from '../../ui/command.ts'
import { CommandButton } from '../../ui/command-button.tsx'
import {
  DownloadIcon,
  FitIcon,
  FreehandToolIcon,
  LineToolIcon,
  PointToolIcon,
  PolygonToolIcon,
  RulerToolIcon,
  UploadIcon,
  ZoomInIcon,
  ZoomOutIcon
} from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Chart } from './chart/chart.ts'
import styles from './map.module.css'
import { drawCommands, type MapActions, mapCommands } from './map-commands.ts'
import type { MapFormat } from './map-files.ts'
import { featuresIn } from './queries.ts'
import { texts } from './texts.ts'
import { type DrawKind, drawKinds } from './tools/draw-task.ts'
import { viewBox } from './view-box.ts'

const { save: words } = texts
const formats = Object.keys(words.formats) as MapFormat[]

const drawIcons: Record<DrawKind, ReactNode> = {
  station: <PointToolIcon aria-hidden />,
  transect: <LineToolIcon aria-hidden />,
  area: <PolygonToolIcon aria-hidden />
}

interface MapToolsProps {
  projectId: string
  filter: string
  chart: Chart | null
  mayEdit: boolean
  isMeasuring: boolean
  isLassoing: boolean
  actions: MapActions
  /** Returns the lines for the footer of a saved picture. */
  lines: () => Promise<readonly string[]>
}

/** Buttons on the chart: zoom, show all places, measure, draw, and save what is in view. */
// Long: one bar of buttons.
export function MapTools({ projectId, filter, chart, mayEdit, isMeasuring, isLassoing, actions, lines }: MapToolsProps) {
  async function trySaving(save: (opened: Chart) => Promise<void>) {
    try {
      if (chart) await save(chart)
    } catch (error) {
      showToast({ tone: 'danger', title: words.failed, description: (error as Error).message })
    }
  }

  async function savePicture(opened: Chart) {
    const { saveMapPicture } = await import('./map-picture.ts')
    await saveMapPicture(opened, await lines())
  }

  async function saveFile(opened: Chart, format: MapFormat) {
    const frame = opened.frame()
    if (!frame) return
    const [features, { mapFile, mediaTypes }] = await Promise.all([
      featuresIn({ projectId, filter, box: viewBox(frame, 0) }),
      import('./map-files.ts')
    ])
    saveText(`${words.fileName}.${format}`, mediaTypes[format], mapFile(features, format))
  }

  return (
    <div className={styles.tools}>
      <CommandButton command={mapCommands.zoomIn} actions={actions}>
        <ZoomInIcon />
      </CommandButton>
      <CommandButton command={mapCommands.zoomOut} actions={actions}>
        <ZoomOutIcon />
      </CommandButton>
      <CommandButton command={mapCommands.whole} actions={actions}>
        <FitIcon />
      </CommandButton>
      <CommandButton command={mapCommands.measure} actions={actions} pressed={isMeasuring}>
        <RulerToolIcon />
      </CommandButton>
      <span className={styles.lassoTool}>
        <CommandButton command={mapCommands.lasso} actions={actions} pressed={isLassoing}>
          <FreehandToolIcon />
        </CommandButton>
      </span>
      {mayEdit && (
        <MenuButton
          iconOnly
          label={texts.draw.title}
          items={[
            ...drawKinds.map(kind => ({
              id: kind,
              label: drawCommands[kind].name,
              icon: drawIcons[kind],
              keys: keyOf(drawCommands[kind]),
              onAction: () => drawCommands[kind].run(actions)
            })),
            {
              id: 'import',
              label: texts.draw.fromFile,
              icon: <UploadIcon aria-hidden />,
              href: projectPath(projectId, 'annotate/sites?import'),
              startsGroup: true
            }
          ]}
        >
          <PolygonToolIcon />
        </MenuButton>
      )}
      <MenuButton
        iconOnly
        label={words.title}
        items={[
          { id: 'png', label: words.png, onAction: () => void trySaving(savePicture) },
          ...formats.map(format => ({
            id: format,
            label: words.formats[format],
            onAction: () => void trySaving(opened => saveFile(opened, format))
          }))
        ]}
      >
        <DownloadIcon />
      </MenuButton>
    </div>
  )
}

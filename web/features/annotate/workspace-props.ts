import type { ReactNode } from 'react'
import type { Sample } from '../../../shared/contracts/sampling.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { ToolName } from '../../canvas/tools/tool-names.ts'
import type { ImageCard } from '../../imagery/images.ts'
import type { AnnotateFrame } from './annotate-frame.ts'
import type { AnnotationStore } from './use-document.ts'
import type { Images } from './use-images.ts'

export type MarkTool = Extract<ToolName, 'scaleMark' | 'scaleLine'>

/** Scale of the image, with the marks placed to measure it. */
export interface ImageScaling {
  metersPerPixel: number | null
  isOpen: boolean
  toggle: () => void
  marks: readonly Vertex[]
  setMarks: (marks: readonly Vertex[]) => void
  addMark: (mark: Vertex) => void
}

interface ScalePanelProps {
  /** Ids of the images after this one, in the order of the list. */
  following: readonly string[]
  /** Current tool if it is a marking tool, otherwise null. */
  tool: MarkTool | null
  /** Selects a marking tool without moving the focus. */
  onTake: (tool: MarkTool) => void
  /** Selects a marking tool and focuses the canvas. */
  onMark: (tool: MarkTool) => void
  onClose: () => void
}

interface SampleDialogProps {
  filter: string
  /** Existing sample points of the image. */
  existing: Sample | undefined
  selected: Shape | null
  onClose: (outcome: string | null) => void
}

export interface WorkspaceProps {
  projectId: string
  image: ImageCard
  images: Images
  labels: readonly OutlineLabel[]
  store: AnnotationStore
  mayEdit: boolean
  me: { id: string; isOwner: boolean }
  frame: AnnotateFrame
  /** Adds a label to the catalog. @returns its id */
  onCreateLabel: (name: string) => Promise<string>
  /** Sets the person's own number key for a label. A null digit removes the key. */
  onGiveKey: (labelId: string, digit: number | null) => void
  /** Called after the first use of a label, when the server has assigned its colour. */
  onFirstUse: () => void
  scaling: ImageScaling
  /** Renders a scale bar of a round length. @param zoom CSS pixels per image pixel */
  scaleBar: (zoom: number) => ReactNode
  scalePanel: (props: ScalePanelProps) => ReactNode
  sampleDialog: (props: SampleDialogProps) => ReactNode
  /** Renders the details of the current label. */
  labelCard: (labelId: string) => ReactNode
  /** Called when the work state of an image changes here, before and after the server answers. */
  onWorkState: (mediaId: string, state: ImageCard['workState']) => void
}

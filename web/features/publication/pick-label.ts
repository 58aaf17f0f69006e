import type { ReactNode } from 'react'

/** Renders a picker for a label. The form shows the name of the chosen label. */
export type PickLabel = (request: { onChoose: (label: { id: string; name: string }) => void; onClose: () => void }) => ReactNode

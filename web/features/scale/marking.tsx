import { useEffect, useRef, useState } from 'react'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import panels from '../../annotation/panels.module.css'
import { Button, IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import styles from './scale.module.css'
import { texts } from './texts.ts'

const { form: words } = texts

export interface MarkingProps {
  /** Whether the marks are the ends of a line; laser points otherwise. */
  isLine: boolean
  marks: readonly Vertex[]
  /** Whether the marking tool is in use. */
  isOn: boolean
  onMark: () => void
  onMarks: (marks: readonly Vertex[]) => void
  /** Finds the laser points of this image, or returns the reason why not. */
  onFind: () => Promise<{ marks: readonly Vertex[]; exampleCount: number } | { refused: string }>
}

/** Part of the scale form that places marks on the image: by hand, or those of lasers by the marks on other images. */
export function Marking({ isLine, marks, isOn, onMark, onMarks, onFind }: MarkingProps) {
  const [search, setSearch] = useState<{ isBusy: boolean; words: string | null }>({ isBusy: false, words: null })
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function find() {
    setSearch({ isBusy: true, words: null })
    const lasers = await onFind()
    if (!isShown.current) return // the marks on another image would be replaced
    if ('marks' in lasers) onMarks(lasers.marks)
    setSearch({ isBusy: false, words: 'marks' in lasers ? words.found(lasers.exampleCount) : lasers.refused })
  }

  return (
    <>
      <p className={panels.hint}>{isLine ? words.drawLine : words.markLasers}</p>
      <div className={panels.actions}>
        <Button size="small" aria-pressed={isOn} onClick={onMark}>
          {isLine ? words.draw : words.mark}
        </Button>
        {!isLine && (
          <Button size="small" variant="quiet" busy={search.isBusy} onClick={() => void find()}>
            {words.find}
          </Button>
        )}
      </div>
      {!isLine && <div role="status">{search.words && <p className={panels.hint}>{search.words}</p>}</div>}
      {marks.length > 0 && <MarkList marks={marks} isLine={isLine} onMarks={onMarks} />}
    </>
  )
}

interface MarkListProps {
  marks: readonly Vertex[]
  /** Whether the mark belongs to a line, whose two ends can only be removed together. */
  isLine: boolean
  onMarks: (marks: readonly Vertex[]) => void
}

function MarkList({ marks, isLine, onMarks }: MarkListProps) {
  return (
    <ol className={styles.marks} aria-label={words.marks}>
      {marks.map(([x, y], index) => (
        <li key={`${x} ${y}`}>
          <span>
            {Math.round(x)}, {Math.round(y)}
          </span>
          <IconButton
            size="small"
            label={words.removeMark(index + 1)}
            onClick={() => onMarks(isLine ? [] : marks.filter((_, at) => at !== index))}
          >
            <CloseIcon aria-hidden />
          </IconButton>
        </li>
      ))}
    </ol>
  )
}

import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea, type TextAreaProps } from '../../ui/text-field.tsx'
import { Body } from './body.tsx'
import styles from './form.module.css'
import { texts } from './texts.ts'

const { form: words } = texts

/** Field for a description in Markdown, with a preview in its place. */
export function BodyField(props: TextAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  /** Text of the preview; null while the field is shown. */
  const [shown, setShown] = useState<string | null>(null)
  return (
    <div className={styles.group}>
      {/* The hidden field still belongs to the form. */}
      <div hidden={shown !== null}>
        <TextArea {...props} ref={field} rows={6} maxLength={20_000} description={words.bodyAbout} />
      </div>
      {shown !== null && (
        <section className={styles.preview} aria-label={words.preview}>
          {shown.trim() === '' ? <p className={styles.quiet}>{words.nothingWritten}</p> : <Body text={shown} />}
        </section>
      )}
      <Button size="small" className={styles.start} onClick={() => setShown(shown === null ? (field.current?.value ?? '') : null)}>
        {shown === null ? words.showPreview : words.write}
      </Button>
    </div>
  )
}

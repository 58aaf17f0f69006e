import { citationFile } from '../../../shared/publication/citation-file.ts'
import type { Described } from '../../../shared/publication/described.ts'
import { isDoi, tidyDoi } from '../../../shared/vocabulary/doi.ts'
import { saveBlob } from '../../api/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { FormFields } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { Card } from './card.tsx'
import { atMost, fieldProps, type PublicationForm } from './field-props.ts'
import styles from './publication.module.css'
import { texts } from './texts.ts'

const { licence: words } = texts

interface LicenceCardProps {
  form: PublicationForm
  about: Described
  readOnly: boolean
}

/** Card with the licence and citation of the data. */
export function LicenceCard({ form, about, readOnly }: LicenceCardProps) {
  const { readOnly: _none, ...license } = fieldProps(form, 'license', readOnly)
  function download() {
    const day = new Date().toISOString().slice(0, 10)
    saveBlob(new Blob([citationFile(about, day)], { type: 'text/yaml' }), 'CITATION.cff')
  }
  return (
    <Card title={words.title} description={words.description}>
      <FormFields className={styles.fields}>
        <div className={styles.pair}>
          <Select
            {...license}
            disabled={readOnly}
            options={[{ value: '', label: words.choose }, ...Object.entries(words.names).map(([value, label]) => ({ value, label }))]}
          />
          <TextField {...fieldProps(form, 'organizationName', readOnly, atMost(300))} description={words.publisherAbout} />
        </div>
        <TextField
          {...fieldProps(form, 'doi', readOnly, {
            validate: text => tidyDoi(String(text)) === '' || isDoi(tidyDoi(String(text))) || words.noDoi,
            onBlur: event => form.setValue('doi', tidyDoi(event.target.value), { shouldDirty: true })
          })}
          optional
          placeholder="10.5072/example"
          description={words.doiAbout}
        />
        <div className={styles.cited}>
          <div className={styles.citedHead}>
            <h3>{words.cited}</h3>
            <CopyButton text={about.citation} label={words.copy} />
          </div>
          <p>{about.citation}</p>
          <Button size="small" icon={<DownloadIcon aria-hidden />} onClick={download}>
            {words.download}
          </Button>
        </div>
        <TextArea {...fieldProps(form, 'citation', readOnly, atMost(2000))} optional rows={2} description={words.citationAbout} />
      </FormFields>
    </Card>
  )
}

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

interface LicenceCardProps {
  form: PublicationForm
  about: Described
  readOnly: boolean
}

/** How the data may be used, and how they are cited. */
export function LicenceCard({ form, about, readOnly }: LicenceCardProps) {
  const { readOnly: _none, ...license } = fieldProps(form, 'license', readOnly)
  function download() {
    const day = new Date().toISOString().slice(0, 10)
    saveBlob(new Blob([citationFile(about, day)], { type: 'text/yaml' }), 'CITATION.cff')
  }
  return (
    <Card title="Licence and citation" description="GBIF takes these three licences and no other.">
      <FormFields className={styles.fields}>
        <div className={styles.pair}>
          <Select
            {...license}
            disabled={readOnly}
            options={[
              { value: '', label: 'Choose…' },
              { value: 'CC0-1.0', label: 'CC0: no conditions' },
              { value: 'CC-BY-4.0', label: 'CC BY 4.0: name the source' },
              { value: 'CC-BY-NC-4.0', label: 'CC BY-NC 4.0: name the source, no commerce' }
            ]}
          />
          <TextField
            {...fieldProps(form, 'organizationName', readOnly, atMost(300))}
            description="The organization that publishes, and holds the rights."
          />
        </div>
        <TextField
          {...fieldProps(form, 'doi', readOnly, {
            validate: text => tidyDoi(String(text)) === '' || isDoi(tidyDoi(String(text))) || 'A DOI looks like 10.5072/example',
            onBlur: event => form.setValue('doi', tidyDoi(event.target.value), { shouldDirty: true })
          })}
          optional
          placeholder="10.5072/example"
          description="When the data set has one already."
        />
        <div className={styles.cited}>
          <div className={styles.citedHead}>
            <h3>Cited as</h3>
            <CopyButton text={about.citation} label="Copy the citation" />
          </div>
          <p>{about.citation}</p>
          <Button size="small" icon={<DownloadIcon aria-hidden />} onClick={download}>
            Download CITATION.cff
          </Button>
        </div>
        <TextArea
          {...fieldProps(form, 'citation', readOnly, atMost(2000))}
          optional
          rows={2}
          description="Only where the computed one is not right."
        />
      </FormFields>
    </Card>
  )
}

import phoneDark from './pictures/annotate-phone-dark.avif'
import phoneLight from './pictures/annotate-phone-light.avif'
import wideDark from './pictures/annotate-wide-dark.avif'
import wideLight from './pictures/annotate-wide-light.avif'
import styles from './product.module.css'

const alt =
  'Annotate in Isobath: a frame of the sea floor with outlined brittle stars, sea urchins and a sea cucumber; drawing tools, the labels of the project and the list of annotations around it.'

/** Screenshot of Annotate with the example project, in the theme and size of the page. `scripts/screenshot.mjs` makes the pictures. */
export function Product() {
  return (
    <figure className={styles.product}>
      <Picture theme={styles.light} wide={wideLight} phone={phoneLight} />
      <Picture theme={styles.dark} wide={wideDark} phone={phoneDark} />
      <figcaption>Annotate, on a drawn frame of the example project that every account can open.</figcaption>
    </figure>
  )
}

/** Picture in one theme. It is loaded when it is shown, so the picture of the other theme is never fetched. */
function Picture({ theme, wide, phone }: { theme: string | undefined; wide: string; phone: string }) {
  return (
    <picture className={theme}>
      <source media="(max-width: 40rem)" srcSet={phone} width={780} height={1688} />
      <img src={wide} width={1600} height={1000} alt={alt} loading="lazy" decoding="async" />
    </picture>
  )
}

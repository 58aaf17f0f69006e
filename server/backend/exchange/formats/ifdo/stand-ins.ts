/**
 * Item field that iFDO does not define. It lists the fields whose values come from the image set because the image has none. Programs such as BIIGLE
 * require these values in every item.
 */
export const standInsKey = 'isobath-stand-ins'

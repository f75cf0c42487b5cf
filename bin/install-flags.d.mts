export const INSTALL_FLAGS: Readonly<Record<'use' | 'develop', readonly string[]>>

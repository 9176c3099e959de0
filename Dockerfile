# docker build -t niwaki .
# docker run --rm -i niwaki                                           # speaks UCI
# docker run --rm -v "$PWD/runs:/data/runs" niwaki match niwaki none --games 100
#
# The commit stands in the records: --build-arg NIWAKI_COMMIT="$(git rev-parse --short=12 HEAD)", as
# the repository itself is not copied. ARCH=x86-64-v3 is for processors with AVX2; on others than
# x86-64 give ARCH=generic.
FROM rust:1-slim-bookworm AS build
ARG ARCH=x86-64-v2
ARG NIWAKI_COMMIT
ENV RUSTFLAGS="-C target-cpu=${ARCH}"
WORKDIR /source
COPY . .
RUN cargo build --release --locked --package niwaki-app

FROM debian:bookworm-slim
COPY --from=build /source/target/release/niwaki /usr/local/bin/niwaki
WORKDIR /data
ENTRYPOINT ["niwaki"]

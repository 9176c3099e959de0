# make                     the engine as ./niwaki (niwaki.exe on Windows), built for this machine
# make EXE=path            the same, elsewhere
# make ARCH=x86-64-v2      a binary to hand out: x86-64-v2, x86-64-v3 or native
# make EVALFILE=my.net     with another network inside
# make book                the opening book for OpenBench, below target/openbench
# make sdist               the source distribution for Python, which knows its commit

EXE ?= niwaki
ARCH ?= native
CARGO ?= cargo
PYTHON ?= python3
MATURIN ?= maturin
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif
override EXE := $(patsubst %.exe,%,$(EXE))$(SUFFIX)
BUILT := $(TARGET_DIR)/release/niwaki$(SUFFIX)

# So make names the shell on a Windows where it found none of Unix; it then asks cmd.
ifeq ($(SHELL),sh.exe)
COPY = copy /Y /B "$(subst /,\,$1)" "$(subst /,\,$2)"
else
COPY = cp "$1" "$2"
endif

ifdef EVALFILE
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
endif

.PHONY: engine test bench book sdist clean

# Exported and not written before the command: the shell may be that of Windows.
engine: export RUSTFLAGS := -C target-cpu=$(ARCH)
engine:
	$(CARGO) build --release --locked --package niwaki-app
	$(call COPY,$(BUILT),$(EXE))

test:
	$(CARGO) test --workspace --locked

bench:
	$(CARGO) run --release --locked --package niwaki-app -- bench

book:
	$(PYTHON) openbench/make_book.py $(TARGET_DIR)/openbench

# From an archive, into which git writes the commit: a copy of the files would not know it.
sdist:
	rm -rf $(TARGET_DIR)/archive && mkdir -p $(TARGET_DIR)/archive
	git archive HEAD | tar -x -C $(TARGET_DIR)/archive
	cd $(TARGET_DIR)/archive && $(MATURIN) sdist --out $(abspath $(TARGET_DIR))/wheels

clean:
	$(CARGO) clean
